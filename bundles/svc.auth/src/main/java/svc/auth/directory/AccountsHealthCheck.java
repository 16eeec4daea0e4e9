package svc.auth.directory;

import java.util.List;
import java.util.Map;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.store.Sql;
import svc.auth.storage.AccountRows;
import svc.auth.storage.AccountStore;

/** Warns while there is no tenant, no account or no operator, with the next setup step as remedy. */
@Component(service = HealthCheck.class)
public final class AccountsHealthCheck implements HealthCheck {

    private static final String NAME = "accounts";
    private static final String OPERATORS = "operators";

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
        return List.of(NAME, OPERATORS);
    }

    @Override
    public List<Finding> run() {
        return identities.read(snapshot -> findings(snapshot.sql()));
    }

    private static List<Finding> findings(Sql sql) {
        long organizations = count(sql, "SELECT count(*) FROM organization");
        long accounts = count(sql, "SELECT count(*) FROM account_identity");
        Finding found =
                found(organizations, accounts).with(Map.of("organizations", organizations, "accounts", accounts));
        return List.of(found, operators(accounts, AccountRows.operators(sql).size()));
    }

    private static Finding operators(long accounts, int operators) {
        if (accounts == 0) {
            return Finding.skipped(OPERATORS, "There is no account yet.");
        }
        return operators == 0
                ? Finding.warn(
                        OPERATORS,
                        "No account is an instance operator, so only this machine gives access to the whole server.",
                        "Run `svc operator grant ADDRESS` on the server.")
                : Finding.ok(OPERATORS, "Accounts with the role of an instance operator: " + operators + ".")
                        .with(Map.of("operators", operators));
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
