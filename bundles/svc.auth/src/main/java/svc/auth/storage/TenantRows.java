package svc.auth;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import svc.api.store.Facets;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.Transaction;
import svc.auth.Identities.Founding;
import svc.auth.Organization.Branding;

/** The rows of organizations, their domains and their switches. */
final class OrganizationRows {

    /** The type under which the system's change log tells of organizations; its numbers are theirs. */
    private static final String TYPE = "Organization";

    private static final String BARE = "SELECT o.n, o.name, o.state, o.created_at, o.plan, o.display_name, o.logo_url,"
            + " o.primary_color, o.support_email FROM organization o";
    private static final String DOMAINS = "SELECT organization, name FROM domain";
    private static final String OFF = "SELECT organization, urn FROM organization_capability WHERE off = 1";
    private static final String TURN = "INSERT INTO organization_capability (organization, urn, off) VALUES (?, ?, ?)"
            + " ON CONFLICT (organization, urn) DO UPDATE SET off = excluded.off";

    private static final String FOUND = " AND (instr(lower(o.name), ?) > 0 OR EXISTS"
            + " (SELECT 1 FROM domain d WHERE d.organization = o.n AND instr(d.name, ?) > 0))";
    private static final String BRAND = "UPDATE organization SET display_name = ?, logo_url = ?, primary_color = ?,"
            + " support_email = ? WHERE n = ?";
    private static final String IN_USE = "SELECT DISTINCT substr(email_key, instr(email_key, '@') + 1)"
            + " FROM account_identity WHERE organization = ? UNION SELECT substr(s.email_key, instr(s.email_key, '@') + 1)"
            + " FROM account_alias s JOIN account_identity a ON a.n = s.account WHERE a.organization = ?";

    private OrganizationRows() {}

    static long insert(Transaction tx, Founding founding, Plan plan, Instant now) {
        long n = tx.created(TYPE, Facets.ALL);
        tx.sql()
                .change(
                        "INSERT INTO organization (n, name, plan, state, created_at) VALUES (?, ?, ?, 'active', ?)",
                        n,
                        founding.name(),
                        plan.name(),
                        now.toEpochMilli());
        domains(tx, n, founding.domains());
        return n;
    }

    /** These in place of those before. */
    static void domains(Transaction tx, long n, List<Domain> domains) {
        tx.sql().change("DELETE FROM domain WHERE organization = ?", n);
        tx.sql()
                .insert(
                        "INSERT INTO domain (name, organization) VALUES (?, ?)",
                        domains.stream().map(d -> List.of(d.name(), n)).toList());
    }

    static void rename(Transaction tx, long n, String name) {
        tx.sql().change("UPDATE organization SET name = ? WHERE n = ?", name, n);
    }

    static void plan(Transaction tx, long n, Plan plan) {
        tx.sql().change("UPDATE organization SET plan = ? WHERE n = ?", plan.name(), n);
    }

    static void brand(Transaction tx, long n, Branding branding) {
        tx.sql()
                .change(
                        BRAND,
                        branding.displayName(),
                        branding.logoUrl(),
                        branding.primaryColor(),
                        branding.supportEmail(),
                        n);
    }

    /** Says in the log that something of it changed. */
    static void changed(Transaction tx, long n) {
        tx.updated(TYPE, n, Facets.ALL);
    }

    /** How many accounts it has. */
    static long accounts(Sql sql, long n) {
        return sql.select("SELECT count(*) FROM account_identity WHERE organization = ?", row -> row.number(1), n)
                .get(0);
    }

    /** The domains of the addresses of its accounts, further addresses among them. */
    static Set<String> domainsInUse(Sql sql, long n) {
        return new HashSet<>(sql.select(IN_USE, row -> requireNonNull(row.text(1)), n, n));
    }

    static void turn(Transaction tx, long n, String urn, boolean on) {
        tx.sql().change(TURN, n, urn, on ? 0 : 1);
    }

    static void suspend(Transaction tx, long n, boolean suspended) {
        tx.sql().change("UPDATE organization SET state = ? WHERE n = ?", suspended ? "suspended" : "active", n);
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

    /** Those with a greater number whose name or domain contains a text, in the order of their numbers. */
    static List<Organization> after(Sql sql, Optional<String> q, long n, int most) {
        List<Long> numbers = sql.select(
                "SELECT o.n FROM organization o WHERE o.n > ?" + found(q) + " ORDER BY o.n LIMIT ?",
                row -> row.number(1),
                Stream.of(Stream.of(n), text(q), Stream.of(most))
                        .flatMap(part -> part)
                        .toArray());
        return numbers.stream().flatMap(each -> find(sql, each).stream()).toList();
    }

    static long count(Sql sql, Optional<String> q) {
        return sql.select(
                        "SELECT count(*) FROM organization o WHERE 1" + found(q),
                        row -> row.number(1),
                        text(q).toArray())
                .get(0);
    }

    private static String found(Optional<String> q) {
        return q.isEmpty() ? "" : FOUND;
    }

    private static Stream<String> text(Optional<String> q) {
        return q.map(text -> text.toLowerCase(Locale.ROOT)).stream().flatMap(text -> Stream.of(text, text));
    }

    /** The URNs that are switched off. */
    static Set<String> off(Sql sql, long n) {
        return new HashSet<>(texts(sql, OFF + " AND organization = ?", n));
    }

    private record Bare(long n, String name, boolean suspended, Instant createdAt, String plan, Branding branding) {
        Organization with(List<String> domains, Set<String> off) {
            return new Organization(n, name, domains, suspended, createdAt, off, plan, branding);
        }
    }

    private static Bare bare(Row row) {
        return new Bare(
                row.number(1),
                requireNonNull(row.text(2)),
                "suspended".equals(row.text(3)),
                Instant.ofEpochMilli(row.number(4)),
                requireNonNull(row.text(5)),
                new Branding(row.text(6), row.text(7), row.text(8), row.text(9)));
    }

    private static List<String> texts(Sql sql, String query, long n) {
        return sql.select(query, row -> requireNonNull(row.text(2)), n);
    }
}
