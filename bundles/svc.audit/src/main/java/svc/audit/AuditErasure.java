package svc.audit;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.Erased;
import svc.api.erasure.ErasureStep;
import svc.api.store.Slice.Pace;
import svc.api.store.Transaction;

/**
 * That an account was there and what was done with it stays for the year; what the entries tell of it besides its id goes.
 */
@Component(service = ErasureStep.class)
public final class AuditErasure implements ErasureStep {

    private static final int AT_ONCE = 200;

    @Override
    public String namespace() {
        return "audit";
    }

    @Override
    public boolean erase(Erased who, Transaction tx, Pace pace) {
        return AuditRows.strip(tx.sql(), AT_ONCE) == AT_ONCE;
    }

    @Override
    public void end(Transaction tx) {
        AuditRows.strip(tx.sql(), Integer.MAX_VALUE);
    }
}
