package svc.auth.directory;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.restore.RestoreStep;
import svc.api.restore.RestoredBackup;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.ObjectId;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.auth.storage.AccountRows;
import svc.auth.tokens.StoredAppPasswords;

/**
 * Ends all sign-ins after a restore: a token, ticket or sign-in that ended after the backup must not be valid again. App
 * passwords stay unless the operator chose to revoke them, because programs use them for years; they are logged, as are
 * the operators, because a role that was withdrawn after the backup is there again.
 */
@Component(service = RestoreStep.class)
public final class AuthRestore implements RestoreStep {

    private static final Logger LOG = LoggerFactory.getLogger(AuthRestore.class);
    private static final int PORTION = 400;

    /** The most accounts with app passwords that are logged by their ids. */
    private static final int MOST_LOGGED = 100;

    private static final List<String> PORTIONS = List.of(
            portion("exchanged_token", "hash"),
            portion("stream_ticket", "hash"),
            portion("token", "hash"),
            portion("device_session", "n"));

    private static final String OWNERS =
            "SELECT account, count(*) FROM app_password WHERE account > ? GROUP BY account ORDER BY account LIMIT ?";

    private final Store store;
    private final StoredAppPasswords appPasswords;

    @Activate
    public AuthRestore(@Reference Store store, @Reference StoredAppPasswords appPasswords) {
        this.store = store;
        this.appPasswords = appPasswords;
    }

    private static String portion(String table, String key) {
        return "DELETE FROM " + table + " WHERE " + key + " IN (SELECT " + key + " FROM " + table + " LIMIT " + PORTION
                + ")";
    }

    @Override
    public String namespace() {
        return "auth";
    }

    @Override
    public boolean change(RestoredBackup backup, Transaction tx, Pace pace) {
        for (String portion : PORTIONS) {
            int ended = tx.sql().update(portion);
            if (ended == PORTION || (ended > 0 && !pace.mayContinue())) {
                return true;
            }
        }
        return false;
    }

    /** The number of app passwords of an account. */
    private record Owner(long account, long passwords) {}

    @Override
    public void finish(RestoredBackup backup) {
        LOG.warn("All sign-ins ended, because a backup was restored: users sign in again");
        boolean revoke = backup.has(RestoredBackup.REVOKE_APP_PASSWORDS);
        long last = 0;
        int logged = 0;
        for (List<Owner> page = owners(last); !page.isEmpty(); page = owners(last)) {
            for (Owner owner : page) {
                if (revoke) {
                    revokeAll(owner.account());
                } else if (logged < MOST_LOGGED) {
                    LOG.warn(
                            "The account {} has {} app passwords as at the time of the backup; see svc app-password list",
                            ObjectId.format(Account.LETTER, owner.account()),
                            owner.passwords());
                    logged++;
                }
                last = owner.account();
            }
        }
        operators().forEach(email -> LOG.warn("{} is an instance operator, as at the time of the backup", email));
    }

    private List<Owner> owners(long after) {
        return store.read(
                Scope.system(),
                snapshot -> snapshot.sql()
                        .select(OWNERS, row -> new Owner(row.getLong(1), row.getLong(2)), after, PORTION));
    }

    private void revokeAll(long account) {
        store.write(
                Scope.account(new ScopeKey(), account),
                TransactionCallback.named("svc.auth: revoke the app passwords of an account", tx -> {
                    appPasswords.list(tx).forEach(one -> appPasswords.revoke(tx, one.n()));
                    return true;
                }));
    }

    private List<String> operators() {
        return store.read(
                Scope.system(),
                snapshot -> AccountRows.operators(snapshot.sql()).stream()
                        .map(operator -> operator.account().email())
                        .toList());
    }
}
