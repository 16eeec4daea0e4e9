package svc.store.sqlite.writer;

import org.osgi.service.component.annotations.Component;
import svc.api.erasure.AccountTables;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Transaction;

/** Erases the store's own rows of an account: objects, indexes, changes and finally the account. */
@Component(service = ErasureStep.class)
public final class StoreErasure implements ErasureStep {

    private final AccountTables portions = AccountTables.none()
            .table("obj", "type, n")
            .table("obj_ix", "ix, value, n")
            .table("obj_ix_whole", "ix")
            .table("change", "type, n")
            .table("past_life", "type, n, born")
            .table("membership", "type, container, born, n")
            .table("watched", "type, container")
            .table("tick", "type, minute")
            .table("floor", "type");

    @Override
    public String namespace() {
        return "core";
    }

    @Override
    public boolean erase(ErasedAccount who, Transaction tx, Pace pace) {
        return portions.eraseSome(tx, pace);
    }

    @Override
    public void finish(Transaction tx) {
        tx.sql().update("DELETE FROM state WHERE account = :account");
        tx.sql().update("UPDATE account_number SET last = :account WHERE last < :account");
        tx.sql().update("DELETE FROM account WHERE n = :account");
    }
}
