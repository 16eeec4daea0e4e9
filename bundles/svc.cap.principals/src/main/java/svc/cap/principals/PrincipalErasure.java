package svc.cap.principals;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Transaction;

/**
 * Erases the personal data of a principal in the transaction that deletes its account. The share notifications of the
 * account are in the generic table of the store.
 */
@Component
public final class PrincipalErasure implements ErasureStep {

    @Override
    public String namespace() {
        return "principals";
    }

    @Override
    public boolean erase(ErasedAccount account, Transaction tx, Pace pace) {
        return false;
    }

    @Override
    public void finish(Transaction tx) {
        PrincipalRows.blank(tx.sql());
    }
}
