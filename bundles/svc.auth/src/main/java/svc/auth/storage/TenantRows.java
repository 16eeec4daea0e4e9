package svc.auth.storage;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import svc.api.store.Facets;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.Transaction;
import svc.auth.storage.AccountStore.Founding;
import svc.auth.storage.Tenant.Branding;

/** Reads and writes the rows of tenants, their domains and their capability toggles. */
public final class TenantRows {

    /** The type of tenants in the change log of the system scope. The change log assigns the numbers of tenants. */
    private static final String TYPE = "Organization";

    private static final String BARE = "SELECT o.n, o.name, o.state, o.created_at, o.plan, o.display_name, o.logo_url,"
            + " o.primary_color, o.support_email FROM organization o";
    private static final String TURN = "INSERT INTO organization_capability (organization, urn, off) VALUES (?, ?, ?)"
            + " ON CONFLICT (organization, urn) DO UPDATE SET off = excluded.off";

    private static final String FOUND = " AND (replace(lower(o.name), ?, '') <> lower(o.name) OR EXISTS"
            + " (SELECT 1 FROM domain d WHERE d.organization = o.n AND replace(d.name, ?, '') <> d.name))";
    private static final String BRAND = "UPDATE organization SET display_name = ?, logo_url = ?, primary_color = ?,"
            + " support_email = ? WHERE n = ?";
    /** The domain of an address: what follows the part that ends with the last at sign. */
    private static final String DOMAIN =
            "substr(i.email_key, length(rtrim(i.email_key, replace(i.email_key, '@', ''))) + 1)";

    private static final String IN_USE =
            "SELECT DISTINCT " + DOMAIN + " FROM account_identity i WHERE i.organization = ?"
                    + " UNION SELECT " + DOMAIN + " FROM account_alias i JOIN account_identity a ON a.n = i.account"
                    + " WHERE a.organization = ?";

    private TenantRows() {}

    static long insert(Transaction tx, Founding founding, Plan plan, Instant now) {
        long n = tx.logCreated(TYPE, Facets.ALL);
        tx.sql()
                .update(
                        "INSERT INTO organization (n, name, plan, state, created_at) VALUES (?, ?, ?, 'active', ?)",
                        n,
                        founding.name(),
                        plan.name(),
                        now.toEpochMilli());
        domains(tx, n, founding.domains());
        return n;
    }

    /** Replaces the domains of a tenant. */
    public static void domains(Transaction tx, long n, List<Domain> domains) {
        tx.sql().update("DELETE FROM domain WHERE organization = ?", n);
        tx.sql()
                .insert(
                        "INSERT INTO domain (name, organization) VALUES (?, ?)",
                        domains.stream().map(d -> List.of(d.name(), n)).toList());
    }

    public static void rename(Transaction tx, long n, String name) {
        tx.sql().update("UPDATE organization SET name = ? WHERE n = ?", name, n);
    }

    public static void plan(Transaction tx, long n, Plan plan) {
        tx.sql().update("UPDATE organization SET plan = ? WHERE n = ?", plan.name(), n);
    }

    public static void brand(Transaction tx, long n, Branding branding) {
        tx.sql()
                .update(
                        BRAND,
                        branding.displayName(),
                        branding.logoUrl(),
                        branding.primaryColor(),
                        branding.supportEmail(),
                        n);
    }

    /** Logs the tenant as updated. */
    static void changed(Transaction tx, long n) {
        tx.logUpdated(TYPE, n, Facets.ALL);
    }

    /** Returns the number of accounts of a tenant. */
    static long accounts(Sql sql, long n) {
        return Rows.count(sql, "SELECT count(*) FROM account_identity WHERE organization = ?", n);
    }

    /** Returns the domains of the addresses and aliases of the accounts of a tenant. */
    public static Set<String> domainsInUse(Sql sql, long n) {
        return new HashSet<>(sql.select(IN_USE, row -> Rows.text(row, 1), n, n));
    }

    /** Sets a capability toggle; empty removes it. */
    public static void turn(Transaction tx, long n, String urn, Optional<Boolean> on) {
        if (on.isPresent()) {
            tx.sql().update(TURN, n, urn, on.get() ? 0 : 1);
        } else {
            tx.sql().update("DELETE FROM organization_capability WHERE organization = ? AND urn = ?", n, urn);
        }
    }

    public static void suspend(Transaction tx, long n, boolean suspended) {
        tx.sql().update("UPDATE organization SET state = ? WHERE n = ?", suspended ? "suspended" : "active", n);
    }

    /** Returns the number of the tenant that has the domain. */
    public static Optional<Long> ofDomain(Sql sql, Domain domain) {
        String query = "SELECT organization FROM domain WHERE name = ?";
        return Rows.first(sql, query, row -> row.getLong(1), domain.name());
    }

    /** Returns the domains of all tenants, in order. */
    public static List<String> domains(Sql sql) {
        return sql.select("SELECT name FROM domain ORDER BY name", row -> requireNonNull(row.getString(1)));
    }

    /** Returns whether the tenant of an account is suspended. */
    public static boolean suspendedWith(Sql sql, long account) {
        String query = "SELECT 1 FROM organization o JOIN account_identity a ON a.organization = o.n"
                + " WHERE a.n = ? AND o.state = 'suspended'";
        return Rows.first(sql, query, row -> 1, account).isPresent();
    }

    public static Optional<Tenant> find(Sql sql, long n) {
        List<String> domains = texts(sql, "SELECT name FROM domain WHERE organization = ? ORDER BY name", n);
        Set<String> off =
                Set.copyOf(texts(sql, "SELECT urn FROM organization_capability WHERE off = 1 AND organization = ?", n));
        return Rows.first(sql, BARE + " WHERE o.n = ?", row -> tenant(row, domains, off), n);
    }

    /**
     * Returns up to {@code most} tenants whose number is greater than {@code n} and whose name or a domain contains the
     * text, ordered by number.
     */
    public static List<Tenant> after(Sql sql, Optional<String> q, long n, int most) {
        List<Long> numbers = sql.select(
                "SELECT o.n FROM organization o WHERE o.n > ?" + found(q) + " ORDER BY o.n LIMIT ?",
                row -> row.getLong(1),
                Stream.of(Stream.of(n), text(q), Stream.of(most))
                        .flatMap(part -> part)
                        .toArray());
        return numbers.stream().flatMap(each -> find(sql, each).stream()).toList();
    }

    public static long count(Sql sql, Optional<String> q) {
        return Rows.count(sql, "SELECT count(*) FROM organization o WHERE o.n > 0" + found(q), text(q).toArray());
    }

    private static String found(Optional<String> q) {
        return q.isEmpty() ? "" : FOUND;
    }

    private static Stream<String> text(Optional<String> q) {
        return q.map(text -> text.toLowerCase(Locale.ROOT)).stream().flatMap(text -> Stream.of(text, text));
    }

    private static Tenant tenant(Row row, List<String> domains, Set<String> off) {
        return new Tenant(
                row.getLong(1),
                Rows.text(row, 2),
                domains,
                "suspended".equals(row.getString(3)),
                Rows.time(row, 4),
                off,
                Rows.text(row, 5),
                new Branding(row.getString(6), row.getString(7), row.getString(8), row.getString(9)));
    }

    private static List<String> texts(Sql sql, String query, long n) {
        return sql.select(query, row -> Rows.text(row, 1), n);
    }
}
