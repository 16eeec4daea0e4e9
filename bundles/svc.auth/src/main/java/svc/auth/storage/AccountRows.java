package svc.auth.storage;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import svc.api.identity.Account;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.api.store.Transaction;

/** Reads and writes the rows of accounts with their aliases. */
public final class AccountRows {

    private static final String STORED = "SELECT n, organization, email, name, password, state FROM account_identity";
    private static final String INSERT =
            "INSERT INTO account_identity (n, organization, email, email_key, name, password, state, created_at)"
                    + " VALUES (?, ?, ?, ?, ?, ?, 'active', ?)";
    private static final String ALL = "SELECT a.n, a.organization, a.email, a.name, a.role, a.state, a.quota_bytes,"
            + " a.created_at, a.last_sign_in_at, a.erasure, o.plan, coalesce(c.used_bytes, 0) FROM account_identity a"
            + " JOIN organization o ON o.n = a.organization LEFT JOIN account c ON c.n = a.n";
    private static final String FOUND =
            " AND (replace(a.email_key, ?, '') <> a.email_key OR replace(lower(a.name), ?, '') <> lower(a.name) OR EXISTS"
                    + " (SELECT 1 FROM account_alias s WHERE s.account = a.n AND replace(s.email_key, ?, '') <> s.email_key))";
    private static final String OF_ADDRESS = "SELECT n FROM account_identity WHERE email_key = ?"
            + " UNION ALL SELECT account FROM account_alias WHERE email_key = ?";

    private AccountRows() {}

    /**
     * Inserts an account. The name of the account in the store is a random UUID, because its address can change and is
     * erased with the account.
     */
    static long insert(
            Transaction tx, long organization, EmailAddress address, String name, String password, Instant now) {
        long n = tx.createAccount(Tenant.id(organization), UUID.randomUUID().toString());
        tx.sql().update(INSERT, n, organization, address.text(), address.key(), name, password, now.toEpochMilli());
        return n;
    }

    public static Optional<StoredAccount> find(Sql sql, long n) {
        return Rows.first(sql, STORED + " WHERE n = ?", AccountRows::stored, n);
    }

    public static Optional<StoredAccount> find(Sql sql, EmailAddress address) {
        return Rows.first(sql, STORED + " WHERE email_key = ?", AccountRows::stored, address.key());
    }

    private static StoredAccount stored(Row row) {
        return new StoredAccount(account(row), Rows.text(row, 5), "disabled".equals(row.getString(6)));
    }

    /** Reads an account from the first four columns: n, organization, email, name. */
    public static Account account(Row row) {
        return new Account(row.getLong(1), Tenant.id(row.getLong(2)), Rows.text(row, 3), Rows.text(row, 4));
    }

    public static List<Account> after(Sql sql, long n, int most) {
        return sql.select(
                "SELECT n, organization, email, name FROM account_identity WHERE n > ? ORDER BY n LIMIT ?",
                AccountRows::account,
                n,
                most);
    }

    /** Returns accounts of one tenant, like {@link #after(Sql, long, int)}. */
    public static List<Account> after(Sql sql, long organization, long n, int most) {
        return sql.select(
                "SELECT n, organization, email, name FROM account_identity WHERE organization = ? AND n > ?"
                        + " ORDER BY n LIMIT ?",
                AccountRows::account,
                organization,
                n,
                most);
    }

    /**
     * Returns whether a tenant has an account or a group with a number. An account that is being erased does not count.
     * Can be called in the scope of any account.
     */
    public static boolean isPrincipal(Sql sql, long n, String organization) {
        return Tenant.number(organization)
                .filter(tenant -> sql.exists(
                        "SELECT 1 FROM account_identity WHERE :account > 0 AND n = ? AND organization = ?"
                                + " AND erasure IS NULL UNION ALL SELECT 1 FROM account_group"
                                + " WHERE :account > 0 AND n = ? AND organization = ?",
                        n,
                        tenant,
                        n,
                        tenant))
                .isPresent();
    }

    /** Returns whether an account has a number. Can be called in the scope of any account. */
    public static boolean isAccount(Sql sql, long n) {
        return sql.exists("SELECT 1 FROM account_identity WHERE :account > 0 AND n = ?", n);
    }

    /** Returns whether both the account and its tenant are active. */
    public static boolean active(Sql sql, long n) {
        String query = "SELECT 1 FROM account_identity a JOIN organization o ON o.n = a.organization"
                + " WHERE a.n = ? AND a.state = 'active' AND o.state = 'active'";
        return Rows.first(sql, query, row -> 1, n).isPresent();
    }

    /**
     * Conditions that select accounts.
     *
     * @param organization the number of the tenant; empty for all tenants
     * @param q text that the address, an alias or the name contains
     */
    public record Wanted(Optional<Long> organization, Optional<String> q) {

        private String where() {
            return (organization.isPresent() ? " AND a.organization = ?" : "") + (q.isPresent() ? FOUND : "");
        }

        private List<Object> arguments() {
            List<Object> arguments = new ArrayList<>();
            organization.ifPresent(arguments::add);
            q.ifPresent(text -> arguments.addAll(Collections.nCopies(3, text.toLowerCase(Locale.ROOT))));
            return arguments;
        }
    }

    /** Returns up to {@code most} matching accounts whose number is greater than {@code n}, ordered by number. */
    public static List<AccountDetails> details(Sql sql, Wanted wanted, long n, int most) {
        List<Object> arguments = new ArrayList<>(List.of(n));
        arguments.addAll(wanted.arguments());
        arguments.add(most);
        return details(sql, " WHERE a.n > ?" + wanted.where() + " ORDER BY a.n LIMIT ?", arguments.toArray());
    }

    public static long count(Sql sql, Wanted wanted) {
        String query = "SELECT count(*) FROM account_identity a WHERE a.n > 0" + wanted.where();
        return Rows.count(sql, query, wanted.arguments().toArray());
    }

    public static Optional<AccountDetails> details(Sql sql, long n) {
        return details(sql, " WHERE a.n = ?", n).stream().findFirst();
    }

    /** Returns the role of an account; empty if it does not exist or is suspended. */
    public static Optional<Role> role(Sql sql, long n) {
        return Rows.first(
                sql,
                "SELECT role FROM account_identity WHERE n = ? AND state = 'active' AND erasure IS NULL",
                row -> Role.of(Rows.text(row, 1)),
                n);
    }

    /** Returns all instance operators. */
    public static List<AccountDetails> operators(Sql sql) {
        return details(sql, " WHERE a.role = ? AND a.role <> 'user' ORDER BY a.n", Role.INSTANCE_OPERATOR.word());
    }

    private static List<AccountDetails> details(Sql sql, String where, Object... arguments) {
        List<AccountDetails> members = sql.select(ALL + where, AccountRows::details, arguments);
        Map<Long, List<String>> aliases = sql
                .selectIn(
                        "SELECT account, email FROM account_alias WHERE account IN (??) ORDER BY account, email_key",
                        members.stream().map(member -> member.account().n()).toList(),
                        row -> Map.entry(row.getLong(1), Rows.text(row, 2)))
                .stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
        return members.stream()
                .map(member -> member.with(aliases.getOrDefault(member.account().n(), List.of())))
                .toList();
    }

    private static AccountDetails details(Row row) {
        return new AccountDetails(
                account(row),
                Role.of(Rows.text(row, 5)),
                "disabled".equals(row.getString(6)),
                StoredQuota.of(row.isNull(7) ? null : row.getLong(7)),
                Rows.text(row, 11),
                row.getLong(12),
                List.of(),
                Rows.time(row, 8),
                row.isNull(9) ? Optional.empty() : Optional.of(Rows.time(row, 9)),
                Optional.ofNullable(row.getString(10)));
    }

    /**
     * The values from which the effective quota of an account is computed.
     *
     * @param organization the id of the tenant
     * @param plan the name of the plan of the tenant
     * @param quota the quota in the row of the account
     */
    public record Limits(String organization, String plan, StoredQuota quota) {}

    /** Returns the limits of the account of the scope. */
    public static Optional<Limits> limits(Sql sql) {
        return Rows.first(
                sql,
                "SELECT a.organization, o.plan, a.quota_bytes FROM account_identity a"
                        + " JOIN organization o ON o.n = a.organization WHERE a.n = :account",
                row -> new Limits(
                        Tenant.id(row.getLong(1)),
                        Rows.text(row, 2),
                        StoredQuota.of(row.isNull(3) ? null : row.getLong(3))));
    }

    /** Returns the number of the account that has the address as its sign-in address or as an alias. */
    public static Optional<Long> owner(Sql sql, EmailAddress address) {
        return Rows.first(sql, OF_ADDRESS, row -> row.getLong(1), address.key(), address.key());
    }

    /** Returns the aliases of an account whose mail is sent on, each with its target. */
    public static Map<String, String> aliasTargets(Sql sql, long n) {
        return sql
                .select(
                        "SELECT email, target FROM account_alias WHERE account = ? AND target IS NOT NULL",
                        row -> Map.entry(Rows.text(row, 1), Rows.text(row, 2)),
                        n)
                .stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Sets the address to which mail for an alias is sent on. */
    static void aliasTarget(Transaction tx, EmailAddress alias, EmailAddress target) {
        tx.sql().update("UPDATE account_alias SET target = ? WHERE email_key = ?", target.text(), alias.key());
    }

    /**
     * Replaces the aliases of an account. An alias that the account has already keeps its target. Throws if one of the
     * addresses is already in use.
     */
    static void aliases(Transaction tx, String field, long n, List<EmailAddress> aliases) {
        SqlWriter sql = tx.sql();
        Map<String, String> targets = aliasTargets(sql, n);
        sql.update("DELETE FROM account_alias WHERE account = ?", n);
        for (EmailAddress alias : aliases) {
            if (owner(sql, alias).isPresent()) {
                throw DirectoryErrors.addressTaken(field, alias);
            }
            String insert = "INSERT INTO account_alias (email_key, email, account, target) VALUES (?, ?, ?, ?)";
            sql.update(insert, alias.key(), alias.text(), n, targets.get(alias.text()));
        }
    }

    public static void name(Transaction tx, long n, String name) {
        tx.sql().update("UPDATE account_identity SET name = ? WHERE n = ?", name, n);
    }

    public static void password(Transaction tx, long n, String password) {
        tx.sql().update("UPDATE account_identity SET password = ? WHERE n = ?", password, n);
    }

    public static void disable(Transaction tx, long n, boolean disabled) {
        tx.sql().update("UPDATE account_identity SET state = ? WHERE n = ?", disabled ? "disabled" : "active", n);
    }

    public static void quota(Transaction tx, long n, StoredQuota quota) {
        tx.sql().update("UPDATE account_identity SET quota_bytes = ? WHERE n = ?", quota.column(), n);
    }

    public static void role(Transaction tx, long n, Role role) {
        tx.sql().update("UPDATE account_identity SET role = ? WHERE n = ?", role.word(), n);
    }

    /** Disables the account and stores the id of its erasure job. */
    public static void erasing(Transaction tx, long n, String job) {
        tx.sql().update("UPDATE account_identity SET state = 'disabled', erasure = ? WHERE n = ?", job, n);
    }
}
