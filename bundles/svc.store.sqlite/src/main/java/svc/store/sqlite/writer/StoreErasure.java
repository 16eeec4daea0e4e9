package svc.store.sqlite;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.Erased;
import svc.api.erasure.ErasureStep;
import svc.api.erasure.Portions;
import svc.api.store.Slice.Pace;
import svc.api.store.Transaction;

/** Erases what the store itself keeps of an account: its objects, their indexes and changes, at last the account. */
@Component(service = ErasureStep.class)
public final class EngineErasure implements ErasureStep {

    private final Portions portions = Portions.none()
            .of("obj", "rowid")
            .of("obj_ix", "ix, value, n")
            .of("obj_ix_whole", "ix")
            .of("change", "type, n")
            .of("past_life", "type, n, born")
            .of("tick", "type, minute")
            .of("floor", "type");

    @Override
    public String namespace() {
        return "core";
    }

    @Override
    public boolean erase(Erased who, Transaction tx, Pace pace) {
        return portions.erase(tx, pace);
    }

    @Override
    public void end(Transaction tx) {
        tx.sql().change("DELETE FROM state WHERE account = :account");
        tx.sql().change("UPDATE account_number SET last = max(last, :account)");
        tx.sql().change("DELETE FROM account WHERE n = :account");
    }
}
