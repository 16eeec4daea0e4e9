package svc.audit;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Transaction;

/**
 * Erases the address and the details from the audit entries of an account. The entries themselves, with the id of the
 * account, are kept until they expire.
 */
@Component(service = ErasureStep.class)
public final class AuditErasure implements ErasureStep {

    private static final int AT_ONCE = 200;

    @Override
    public String namespace() {
        return "audit";
    }

    @Override
    public boolean erase(ErasedAccount account, Transaction tx, Pace pace) {
        return AuditRows.strip(tx.sql(), AT_ONCE) == AT_ONCE;
    }

    @Override
    public void finish(Transaction tx) {
        AuditRows.strip(tx.sql(), Integer.MAX_VALUE);
    }
}
