package svc.store.sqlite;

import java.util.List;
import org.osgi.service.component.annotations.Component;
import svc.api.erasure.Erased;
import svc.api.erasure.ErasureStep;
import svc.api.store.Slice.Pace;
import svc.api.store.Transaction;

/** Erases what the store itself keeps of an account: its objects, their indexes and changes, at last the account. */
@Component(service = ErasureStep.class)
public final class EngineErasure implements ErasureStep {

    private static final int PORTION = 400;
    private static final List<String> PORTIONS = List.of(
            portion("obj", "rowid"),
            portion("obj_ix", "ix, value, n"),
            portion("obj_ix_whole", "ix"),
            portion("change", "type, n"),
            portion("past_life", "type, n, born"),
            portion("tick", "type, minute"),
            portion("floor", "type"));

    private static String portion(String table, String key) {
        return "DELETE FROM " + table + " WHERE account = :account AND (" + key + ") IN (SELECT " + key + " FROM "
                + table + " WHERE account = :account LIMIT " + PORTION + ")";
    }

    @Override
    public String namespace() {
        return "core";
    }

    @Override
    public boolean erase(Erased who, Transaction tx, Pace pace) {
        for (String portion : PORTIONS) {
            int erased = tx.sql().change(portion);
            if (erased == PORTION || (erased > 0 && !pace.permits())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void end(Transaction tx) {
        tx.sql().change("DELETE FROM state WHERE account = :account");
        tx.sql().change("UPDATE account_number SET last = max(last, :account)");
        tx.sql().change("DELETE FROM account WHERE n = :account");
    }
}
