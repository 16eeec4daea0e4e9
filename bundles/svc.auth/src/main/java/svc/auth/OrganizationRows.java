package svc.auth;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import svc.api.store.Facets;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.Transaction;

/** The rows of organizations, their domains and their switches. */
final class OrganizationRows {

    /** The type under which the system's change log tells of organizations; its numbers are theirs. */
    private static final String TYPE = "Organization";

    private static final String BARE = "SELECT o.n, o.name, o.state, o.created_at, "
            + "(SELECT count(*) FROM account_identity a WHERE a.organization = o.n) FROM organization o";
    private static final String DOMAINS = "SELECT organization, name FROM domain";
    private static final String OFF = "SELECT organization, urn FROM organization_capability WHERE off = 1";
    private static final String TURN = "INSERT INTO organization_capability (organization, urn, off) VALUES (?, ?, ?)"
            + " ON CONFLICT (organization, urn) DO UPDATE SET off = excluded.off";

    private OrganizationRows() {}

    static long insert(Transaction tx, String name, List<Domain> domains, Instant now) {
        long n = tx.created(TYPE, Facets.ALL);
        tx.sql()
                .change(
                        "INSERT INTO organization (n, name, state, created_at) VALUES (?, ?, 'active', ?)",
                        n,
                        name,
                        now.toEpochMilli());
        tx.sql()
                .insert(
                        "INSERT INTO domain (name, organization) VALUES (?, ?)",
                        domains.stream().map(d -> List.of(d.name(), n)).toList());
        return n;
    }

    static void turn(Transaction tx, long n, String urn, boolean on) {
        tx.sql().change(TURN, n, urn, on ? 0 : 1);
        tx.updated(TYPE, n, Facets.ALL);
    }

    static void suspend(Transaction tx, long n, boolean suspended) {
        tx.sql().change("UPDATE organization SET state = ? WHERE n = ?", suspended ? "suspended" : "active", n);
        tx.updated(TYPE, n, Facets.ALL);
    }

    /** The organization that has a domain. */
    static OptionalLong ofDomain(Sql sql, Domain domain) {
        return sql
                .select("SELECT organization FROM domain WHERE name = ?", row -> row.number(1), domain.name())
                .stream()
                .mapToLong(Long::longValue)
                .findFirst();
    }

    /** Whether the organization of an account is suspended. */
    static boolean suspendedWith(Sql sql, long account) {
        return sql.select(
                        "SELECT o.state FROM organization o JOIN account_identity a ON a.organization = o.n WHERE a.n = ?",
                        row -> row.text(1),
                        account)
                .contains("suspended");
    }

    static Optional<Organization> find(Sql sql, long n) {
        return sql.select(BARE + " WHERE o.n = ?", OrganizationRows::bare, n).stream()
                .findFirst()
                .map(bare -> bare.with(
                        texts(sql, DOMAINS + " WHERE organization = ? ORDER BY name", n), Set.copyOf(off(sql, n))));
    }

    /** All of them, by their numbers. */
    static List<Organization> all(Sql sql) {
        Map<Long, List<String>> domains = grouped(sql, DOMAINS + " ORDER BY name");
        Map<Long, List<String>> off = grouped(sql, OFF);
        return sql.select(BARE + " ORDER BY o.n", OrganizationRows::bare).stream()
                .map(bare -> bare.with(
                        domains.getOrDefault(bare.n(), List.of()), Set.copyOf(off.getOrDefault(bare.n(), List.of()))))
                .toList();
    }

    /** The URNs that are switched off. */
    static Set<String> off(Sql sql, long n) {
        return new HashSet<>(texts(sql, OFF + " AND organization = ?", n));
    }

    private record Bare(long n, String name, boolean suspended, Instant createdAt, long accounts) {
        Organization with(List<String> domains, Set<String> off) {
            return new Organization(n, name, domains, suspended, createdAt, off, accounts);
        }
    }

    private static Bare bare(Row row) {
        return new Bare(
                row.number(1),
                requireNonNull(row.text(2)),
                "suspended".equals(row.text(3)),
                Instant.ofEpochMilli(row.number(4)),
                row.number(5));
    }

    private static List<String> texts(Sql sql, String query, long n) {
        return sql.select(query, row -> requireNonNull(row.text(2)), n);
    }

    private static Map<Long, List<String>> grouped(Sql sql, String query) {
        return sql.select(query, row -> Map.entry(row.number(1), requireNonNull(row.text(2)))).stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
    }
}
