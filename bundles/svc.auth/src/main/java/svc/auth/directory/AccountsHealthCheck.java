package svc.auth.directory;

import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.store.Sql;
import svc.auth.storage.AccountStore;

/** Warns while there is no tenant or no account, with the next setup step as remedy. */
@Component(service = HealthCheck.class)
public final class AccountsHealthCheck implements HealthCheck {

    private static final String NAME = "accounts";

    private final AccountStore identities;

    @Activate
    public AccountsHealthCheck(@Reference AccountStore identities) {
        this.identities = identities;
    }

    @Override
    public String family() {
        return "security";
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
        long organizations = count(sql, "SELECT count(*) FROM organization");
        long accounts = count(sql, "SELECT count(*) FROM account_identity");
        return found(organizations, accounts).with(Map.of("organizations", organizations, "accounts", accounts));
    }

    private static Finding found(long organizations, long accounts) {
        if (organizations == 0) {
            return Finding.warn(
                    NAME,
                    "There is no organization yet, so no user can sign in.",
                    "Create one with `svc tenant create --name NAME --domain DOMAIN`, then an account with"
                            + " `svc account create --email ADDRESS --password-stdin`.");
        } else if (accounts == 0) {
            return Finding.warn(
                    NAME,
                    "There is no account yet, so no user can sign in.",
                    "Create one with `svc account create --email ADDRESS --password-stdin`.");
        }
        return Finding.ok(NAME, accounts + " accounts in " + organizations + " organizations.");
    }

    private static long count(Sql sql, String query) {
        return sql.select(query, row -> row.getLong(1)).get(0);
    }
}
