package svc.mail.transfer;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.Erased;
import svc.api.erasure.ErasureStep;
import svc.api.store.Slice.Pace;
import svc.api.store.Transaction;

/** Erases what is kept of imports into an account. */
@Component
public final class TransferErasure implements ErasureStep {

    private static final int PORTION = 400;

    @Override
    public String namespace() {
        return "transfer";
    }

    @Override
    public boolean erase(Erased who, Transaction tx, Pace pace) {
        return SeenRows.forget(tx.sql(), PORTION) > 0;
    }

    @Override
    public void end(Transaction tx) {
        SeenRows.end(tx.sql());
    }
}
