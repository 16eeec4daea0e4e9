package svc.auth;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.Transaction;

/** The rows of accounts as operators see them, with their further addresses. */
final class MemberRows {

    private static final String ALL = "SELECT a.n, a.organization, a.email, a.name, a.role, a.state, a.quota_bytes,"
            + " a.created_at, a.last_sign_in_at, a.erasure, o.plan, coalesce(c.used_bytes, 0) FROM account_identity a"
            + " JOIN organization o ON o.n = a.organization LEFT JOIN account c ON c.n = a.n";
    private static final String FOUND = " AND (instr(a.email_key, ?) > 0 OR instr(lower(a.name), ?) > 0 OR EXISTS"
            + " (SELECT 1 FROM account_alias s WHERE s.account = a.n AND instr(s.email_key, ?) > 0))";
    private static final String OF_ADDRESS = "SELECT n FROM account_identity WHERE email_key = ?"
            + " UNION ALL SELECT account FROM account_alias WHERE email_key = ?";

    private MemberRows() {}

    /**
     * Which accounts.
     *
     * @param organization of which organization; of all when empty
     * @param q what the address, a further one or the name contains
     */
    record Wanted(OptionalLong organization, Optional<String> q) {

        private String where() {
            return (organization.isPresent() ? " AND a.organization = ?" : "") + (q.isPresent() ? FOUND : "");
        }

        private List<Object> arguments() {
            List<Object> arguments = new ArrayList<>();
            organization.ifPresent(arguments::add);
            q.map(text -> text.toLowerCase(Locale.ROOT)).ifPresent(text -> {
                arguments.add(text);
                arguments.add(text);
                arguments.add(text);
            });
            return arguments;
        }
    }

    /** Those with a greater number, in the order of their numbers. */
    static List<Member> after(Sql sql, Wanted wanted, long n, int most) {
        List<Object> arguments = new ArrayList<>(List.of(n));
        arguments.addAll(wanted.arguments());
        arguments.add(most);
        String query = ALL + " WHERE a.n > ?" + wanted.where() + " ORDER BY a.n LIMIT ?";
        return withAliases(sql, sql.select(query, MemberRows::read, arguments.toArray()));
    }

    static long count(Sql sql, Wanted wanted) {
        String query = "SELECT count(*) FROM account_identity a WHERE 1" + wanted.where();
        return sql.select(query, row -> row.number(1), wanted.arguments().toArray())
                .get(0);
    }

    static Optional<Member> find(Sql sql, long n) {
        return withAliases(sql, sql.select(ALL + " WHERE a.n = ?", MemberRows::read, n)).stream()
                .findFirst();
    }

    /** All with a role. */
    static List<Member> of(Sql sql, Role role) {
        String query = ALL + " WHERE a.role = ? AND a.role <> 'user' ORDER BY a.n";
        return withAliases(sql, sql.select(query, MemberRows::read, role.word()));
    }

    private static List<Member> withAliases(Sql sql, List<Member> members) {
        Map<Long, List<String>> aliases = sql
                .selectAmong(
                        "SELECT account, email FROM account_alias WHERE account IN (??) ORDER BY account, email_key",
                        members.stream().map(member -> member.account().n()).toList(),
                        row -> Map.entry(row.number(1), requireNonNull(row.text(2))))
                .stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
        return members.stream()
                .map(member -> member.with(aliases.getOrDefault(member.account().n(), List.of())))
                .toList();
    }

    private static Member read(Row row) {
        return new Member(
                AccountRows.account(row),
                Role.of(requireNonNull(row.text(5))),
                "disabled".equals(row.text(6)),
                row.empty(7) ? null : row.number(7),
                requireNonNull(row.text(11)),
                row.number(12),
                List.of(),
                Instant.ofEpochMilli(row.number(8)),
                row.empty(9) ? Optional.empty() : Optional.of(Instant.ofEpochMilli(row.number(9))),
                Optional.ofNullable(row.text(10)));
    }

    /**
     * What says how many bytes an account may keep.
     *
     * @param organization the id of its organization
     * @param plan the name of its plan
     * @param quota the account's own; null for that of the plan
     */
    record Limits(
            String organization, String plan, @Nullable Long quota) {}

    /** Those of the account whose data this is. */
    static Optional<Limits> limits(Sql sql) {
        return sql
                .select(
                        "SELECT a.organization, o.plan, a.quota_bytes FROM account_identity a"
                                + " JOIN organization o ON o.n = a.organization WHERE a.n = :account",
                        row -> new Limits(
                                Organization.id(row.number(1)),
                                requireNonNull(row.text(2)),
                                row.empty(3) ? null : row.number(3)))
                .stream()
                .findFirst();
    }

    /** Whose address or further address it is. */
    static OptionalLong owner(Sql sql, Address address) {
        return sql.select(OF_ADDRESS, row -> row.number(1), address.key(), address.key()).stream()
                .mapToLong(Long::longValue)
                .findFirst();
    }

    /** These in place of those before; each must be nobody else's. */
    static void aliases(Transaction tx, long n, List<Address> aliases) {
        tx.sql().change("DELETE FROM account_alias WHERE account = ?", n);
        for (Address alias : aliases) {
            if (owner(tx.sql(), alias).isPresent()) {
                throw Refusals.addressTaken("aliases", alias);
            }
            tx.sql()
                    .change(
                            "INSERT INTO account_alias (email_key, email, account) VALUES (?, ?, ?)",
                            alias.key(),
                            alias.text(),
                            n);
        }
    }

    static void name(Transaction tx, long n, String name) {
        tx.sql().change("UPDATE account_identity SET name = ? WHERE n = ?", name, n);
    }

    static void quota(Transaction tx, long n, @Nullable Long bytes) {
        tx.sql().change("UPDATE account_identity SET quota_bytes = ? WHERE n = ?", bytes, n);
    }

    static void role(Transaction tx, long n, Role role) {
        tx.sql().change("UPDATE account_identity SET role = ? WHERE n = ?", role.word(), n);
    }

    /** From now on nobody signs in, and the job is known. */
    static void erasing(Transaction tx, long n, String job) {
        tx.sql().change("UPDATE account_identity SET state = 'disabled', erasure = ? WHERE n = ?", job, n);
    }
}
