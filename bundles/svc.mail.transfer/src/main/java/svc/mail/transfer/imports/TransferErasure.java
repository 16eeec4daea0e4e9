package svc.mail.transfer.imports;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Transaction;

/** Erases the records of imports into an account. */
@Component
public final class TransferErasure implements ErasureStep {

    private static final int PORTION = 400;

    @Override
    public String namespace() {
        return "transfer";
    }

    @Override
    public boolean erase(ErasedAccount account, Transaction tx, Pace pace) {
        return ImportedMessageRows.forget(tx.sql(), PORTION) > 0;
    }

    @Override
    public void finish(Transaction tx) {
        ImportedMessageRows.end(tx.sql());
    }
}
