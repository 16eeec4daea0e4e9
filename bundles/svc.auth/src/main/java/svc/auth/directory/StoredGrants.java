package svc.auth.directory;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Access;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.identity.Grants;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.Transaction;
import svc.auth.storage.AccountRows;
import svc.auth.storage.AccountStore;
import svc.auth.storage.Rows;

/** Stores grants, each between two accounts of one tenant. */
@Component(service = Grants.class)
public final class StoredGrants implements Grants {

    private static final String OF_GRANTEE =
            "SELECT o.n, o.organization, o.email, o.name, g.capability, g.access, s.version"
                    + " FROM account_grant g JOIN account_share s ON s.owner = g.owner AND s.grantee = g.grantee"
                    + " JOIN account_identity o ON o.n = g.owner JOIN account_identity me ON me.n = g.grantee"
                    + " WHERE g.grantee = ? AND o.organization = me.organization ORDER BY g.owner, g.capability";
    private static final String GRANT =
            "INSERT INTO account_grant (owner, grantee, capability, access) VALUES (?, ?, ?, ?)"
                    + " ON CONFLICT (owner, grantee, capability) DO UPDATE SET access = excluded.access"
                    + " WHERE account_grant.access <> excluded.access";
    private static final String REVOKE = "DELETE FROM account_grant WHERE owner = ? AND grantee = ? AND capability = ?";
    private static final String MOVE = "INSERT INTO account_share (owner, grantee, version) VALUES (?, ?, 1)"
            + " ON CONFLICT (owner, grantee) DO UPDATE SET version = account_share.version + 1";

    private final AccountStore identities;

    @Activate
    public StoredGrants(@Reference AccountStore identities) {
        this.identities = identities;
    }

    @Override
    public void grant(long owner, long grantee, String capability, Access access) {
        identities.moved(identities.write("share an account", tx -> {
            String organization = organization(tx, owner).orElseThrow(() -> unknown(owner));
            if (owner == grantee
                    || !organization.equals(organization(tx, grantee).orElseThrow(() -> unknown(grantee)))) {
                throw new IllegalArgumentException("An account is shared with another one of its organization");
            }
            String word = access.name().toLowerCase(Locale.ROOT);
            if (tx.sql().update(GRANT, owner, grantee, capability, word) > 0) {
                tx.sql().update(MOVE, owner, grantee);
            }
            return organization;
        }));
    }

    private static IllegalArgumentException unknown(long account) {
        return new IllegalArgumentException("There is no account " + account);
    }

    private static Optional<String> organization(Transaction tx, long account) {
        return AccountRows.find(tx.sql(), account).map(found -> found.account().organization());
    }

    @Override
    public void revoke(long owner, long grantee, String capability) {
        identities
                .write("take a share back", tx -> {
                    if (tx.sql().update(REVOKE, owner, grantee, capability) > 0) {
                        tx.sql().update(MOVE, owner, grantee);
                    }
                    return organization(tx, grantee);
                })
                .ifPresent(identities::moved);
    }

    private record Grant(Account owner, String capability, Access access, long version) {}

    /**
     * Returns the accounts that are shared with an account. An account that shares several capabilities is returned
     * once.
     */
    static List<AccessibleAccount> sharedWith(Sql sql, long grantee) {
        Map<Long, List<Grant>> owners = new LinkedHashMap<>();
        for (Grant grant : sql.select(OF_GRANTEE, StoredGrants::read, grantee)) {
            owners.computeIfAbsent(grant.owner().n(), n -> new ArrayList<>()).add(grant);
        }
        return owners.values().stream()
                .map(grants -> accessible(grantee, grants))
                .toList();
    }

    private static AccessibleAccount accessible(long grantee, List<Grant> grants) {
        Map<String, Access> shares = new LinkedHashMap<>();
        grants.forEach(grant -> shares.put(grant.capability(), grant.access()));
        Grant first = grants.get(0);
        return new AccessibleAccount(first.owner(), false, grantee, shares, first.version());
    }

    private static Grant read(Row row) {
        Access access = Access.valueOf(Rows.text(row, 6).toUpperCase(Locale.ROOT));
        return new Grant(AccountRows.account(row), Rows.text(row, 5), access, row.getLong(7));
    }
}
