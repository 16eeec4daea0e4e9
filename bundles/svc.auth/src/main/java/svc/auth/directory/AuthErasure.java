package svc.auth.directory;

import java.util.List;
import org.osgi.service.component.annotations.Component;
import svc.api.erasure.ErasedAccount;
import svc.api.erasure.ErasureStep;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.Transaction;

/**
 * Erases the rows of this bundle: first sessions, app passwords and shares in portions, finally the aliases, the
 * memberships in groups and the account.
 */
@Component(service = ErasureStep.class)
public final class AuthErasure implements ErasureStep {

    private static final int PORTION = 400;
    private static final List<String> PORTIONS = List.of(
            portion("token", "hash", "account"),
            portion("device_session", "n", "account"),
            portion("app_password", "n", "account"),
            portion("account_grant", "owner, grantee, capability", "owner"),
            portion("account_grant", "owner, grantee, capability", "grantee"),
            portion("account_share", "owner, grantee", "owner"),
            portion("account_share", "owner, grantee", "grantee"),
            portion("container_share", "account, type, container, principal", "account"),
            portion("container_share", "account, type, container, principal", "principal"));

    private static String portion(String table, String key, String whose) {
        return "DELETE FROM " + table + " WHERE " + whose + " = :account AND (" + key + ") IN (SELECT " + key + " FROM "
                + table + " WHERE " + whose + " = :account LIMIT " + PORTION + ")";
    }

    @Override
    public String namespace() {
        return "auth";
    }

    @Override
    public boolean erase(ErasedAccount who, Transaction tx, Pace pace) {
        for (String portion : PORTIONS) {
            int erased = tx.sql().update(portion);
            if (erased == PORTION || (erased > 0 && !pace.mayContinue())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public void finish(Transaction tx) {
        tx.sql().update("DELETE FROM account_group_member WHERE account = :account");
        tx.sql().update("DELETE FROM account_alias WHERE account = :account");
        tx.sql().update("DELETE FROM account_identity WHERE n = :account");
    }
}
