package svc.auth;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import svc.api.identity.Account;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.Transaction;

/** The rows of accounts. */
final class AccountRows {

    private static final String ALL =
            "SELECT n, organization, email, name, password, state, created_at FROM account_identity";
    private static final String INSERT =
            "INSERT INTO account_identity (n, organization, email, email_key, name, password, state, created_at)"
                    + " VALUES (?, ?, ?, ?, ?, ?, 'active', ?)";

    private AccountRows() {}

    /** The store knows the account by a name that says nothing: an address may change hands, and goes when its owner goes. */
    static long insert(Transaction tx, long organization, Address address, String name, String password, Instant now) {
        long n = tx.enrol(Organization.id(organization), UUID.randomUUID().toString());
        tx.sql().change(INSERT, n, organization, address.text(), address.key(), name, password, now.toEpochMilli());
        return n;
    }

    static void disable(Transaction tx, long n, boolean disabled) {
        tx.sql().change("UPDATE account_identity SET state = ? WHERE n = ?", disabled ? "disabled" : "active", n);
    }

    /** Another password, or another hash of the same one. */
    static void password(Transaction tx, long n, String password) {
        tx.sql().change("UPDATE account_identity SET password = ? WHERE n = ?", password, n);
    }

    static Optional<Identity> find(Sql sql, long n) {
        return sql.select(ALL + " WHERE n = ?", AccountRows::read, n).stream().findFirst();
    }

    static Optional<Identity> find(Sql sql, Address address) {
        return sql.select(ALL + " WHERE email_key = ?", AccountRows::read, address.key()).stream()
                .findFirst();
    }

    static List<Account> after(Sql sql, long n, int most) {
        return sql.select(
                "SELECT n, organization, email, name FROM account_identity WHERE n > ? ORDER BY n LIMIT ?",
                AccountRows::account,
                n,
                most);
    }

    /** Whether an account and its organization may be used. */
    static boolean active(Sql sql, long n) {
        return !sql.select(
                        "SELECT 1 FROM account_identity a JOIN organization o ON o.n = a.organization"
                                + " WHERE a.n = ? AND a.state = 'active' AND o.state = 'active'",
                        row -> row.number(1),
                        n)
                .isEmpty();
    }

    private static Identity read(Row row) {
        return new Identity(
                account(row),
                requireNonNull(row.text(5)),
                "disabled".equals(row.text(6)),
                Instant.ofEpochMilli(row.number(7)));
    }

    /** From the columns n, organization, email, name, in this order at the beginning. */
    static Account account(Row row) {
        return new Account(
                row.number(1),
                Organization.id(row.number(2)),
                requireNonNull(row.text(3)),
                requireNonNull(row.text(4)));
    }
}
