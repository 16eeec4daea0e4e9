package svc.auth;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import svc.api.identity.Access;
import svc.api.identity.Account;
import svc.api.identity.Reach;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.Transaction;

/** The rows of shares. */
final class GrantRows {

    private static final String OF_GRANTEE =
            "SELECT o.n, o.organization, o.email, o.name, g.capability, g.access, s.version"
                    + " FROM account_grant g JOIN account_share s ON s.owner = g.owner AND s.grantee = g.grantee"
                    + " JOIN account_identity o ON o.n = g.owner JOIN account_identity me ON me.n = g.grantee"
                    + " WHERE g.grantee = ? AND o.organization = me.organization ORDER BY g.owner, g.capability";
    private static final String GRANT =
            "INSERT INTO account_grant (owner, grantee, capability, access) VALUES (?, ?, ?, ?)"
                    + " ON CONFLICT (owner, grantee, capability) DO UPDATE SET access = excluded.access"
                    + " WHERE access <> excluded.access";
    private static final String MOVE = "INSERT INTO account_share (owner, grantee, version) VALUES (?, ?, 1)"
            + " ON CONFLICT (owner, grantee) DO UPDATE SET version = version + 1";

    private GrantRows() {}

    private record Grant(Account owner, String capability, Access access, long version) {}

    /** What others share with an account: one entry an owner. */
    static List<Reach> of(Sql sql, long grantee) {
        Map<Long, List<Grant>> owners = new LinkedHashMap<>();
        for (Grant grant : sql.select(OF_GRANTEE, GrantRows::read, grantee)) {
            owners.computeIfAbsent(grant.owner().n(), n -> new ArrayList<>()).add(grant);
        }
        return owners.values().stream().map(GrantRows::reach).toList();
    }

    private static Reach reach(List<Grant> grants) {
        Map<String, Access> shares = new LinkedHashMap<>();
        grants.forEach(grant -> shares.put(grant.capability(), grant.access()));
        Grant first = grants.get(0);
        return new Reach(first.owner(), false, shares, first.version());
    }

    private static Grant read(Row row) {
        return new Grant(
                AccountRows.account(row),
                requireNonNull(row.text(5)),
                Access.valueOf(requireNonNull(row.text(6)).toUpperCase(Locale.ROOT)),
                row.number(7));
    }

    static void put(Transaction tx, long owner, long grantee, String capability, Access access) {
        int changed =
                tx.sql().change(GRANT, owner, grantee, capability, access.name().toLowerCase(Locale.ROOT));
        if (changed > 0) {
            tx.sql().change(MOVE, owner, grantee);
        }
    }

    static void delete(Transaction tx, long owner, long grantee, String capability) {
        int gone = tx.sql()
                .change(
                        "DELETE FROM account_grant WHERE owner = ? AND grantee = ? AND capability = ?",
                        owner,
                        grantee,
                        capability);
        if (gone > 0) {
            tx.sql().change(MOVE, owner, grantee);
        }
    }
}
