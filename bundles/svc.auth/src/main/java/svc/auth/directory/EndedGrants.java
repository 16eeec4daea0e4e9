package svc.auth.directory;

import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.identity.Account;
import svc.api.store.ObjectId;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.auth.storage.AccountStore;
import svc.auth.storage.Rows;

/**
 * Finds the shares of all data of a capability, which extensions could make until 0.30. They give no access any more, and
 * are kept so that the operator learns of them.
 */
@Component(service = HealthCheck.class)
public final class EndedGrants implements HealthCheck {

    static final String NAME = "sharing-ended";

    /** The number of rows that one call of {@link #delete} deletes at most. */
    static final int PORTION = 400;

    private static final String KEY = "owner, grantee, capability";
    private static final int NAMED = 5;

    private final AccountStore identities;

    @Activate
    public EndedGrants(@Reference AccountStore identities) {
        this.identities = identities;
    }

    @Override
    public String family() {
        return "sharing";
    }

    @Override
    public List<String> checks() {
        return List.of(NAME);
    }

    @Override
    public List<Finding> run() {
        Finding finding = identities.read(snapshot -> finding(snapshot.sql()));
        return List.of(finding);
    }

    private static Finding finding(Sql sql) {
        long count = Rows.count(sql, "SELECT count(*) FROM account_grant");
        if (count == 0) {
            return Finding.ok(NAME, "There are no shares of a kind that has ended.");
        }
        List<String> first = sql.select(
                "SELECT " + KEY + " FROM account_grant ORDER BY " + KEY + " LIMIT " + NAMED,
                row -> Rows.text(row, 3) + " of " + id(row.getLong(1)) + " with " + id(row.getLong(2)));
        return Finding.warn(
                        NAME,
                        "Shares of all data of a capability, which an extension made, give no access any more (" + count
                                + "): " + String.join(", ", first) + (count > NAMED ? " and others" : "") + ".",
                        "Ask the owners to share mailboxes and labels instead, and then delete these shares with"
                                + " `svc share repair`.")
                .with(Map.of("ended", count));
    }

    private static String id(long account) {
        return ObjectId.format(Account.LETTER, account);
    }

    /** Deletes some of the shares; returns how many. */
    static int delete(SqlWriter sql) {
        return sql.update("DELETE FROM account_grant WHERE (" + KEY + ") IN (SELECT " + KEY
                + " FROM account_grant LIMIT " + PORTION + ")");
    }
}
