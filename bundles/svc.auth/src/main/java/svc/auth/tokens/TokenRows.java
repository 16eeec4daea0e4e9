package svc.auth;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.Transaction;
import svc.auth.Sessions.Issued;

/** The rows of device sessions and tokens. */
final class TokenRows {

    private static final String COLUMNS = "SELECT a.n, a.organization, a.email, a.name, d.n, d.thumbprint";
    private static final String OF = " JOIN account_identity a ON a.n = d.account"
            + " JOIN organization o ON o.n = a.organization WHERE a.state = 'active' AND o.state = 'active'";
    private static final String FIND =
            COLUMNS + ", t.issued_at FROM token t JOIN device_session d ON d.n = t.device" + OF + " AND t.hash = ?";
    private static final String DEVICE = COLUMNS + " FROM device_session d" + OF + " AND d.n = ?";
    private static final String NEWEST = "SELECT t.issued_at FROM token t JOIN device_session d ON d.n = t.device" + OF
            + " AND d.n = ? ORDER BY t.issued_at DESC LIMIT 1";
    private static final String ANY_DEVICE =
            COLUMNS + ", d.created_at FROM device_session d JOIN account_identity a ON a.n = d.account";
    private static final String INSERT = "INSERT INTO token (hash, account, device, issued_at) VALUES (?, ?, ?, ?)";
    private static final String OLDEST = " FROM token WHERE issued_at < ? ORDER BY issued_at, hash LIMIT ?";
    private static final String LEFT_ALONE = "DELETE FROM device_session WHERE n IN (??)"
            + " AND NOT EXISTS (SELECT 1 FROM token t WHERE t.device = device_session.n)";

    private TokenRows() {}

    /** A token of an account that may be used; it may have expired. */
    static Optional<Issued> find(Sql sql, TokenHash hash) {
        return sql
                .select(FIND, row -> new Issued(session(row), Instant.ofEpochMilli(row.number(7))), hash.bytes())
                .stream()
                .findFirst();
    }

    /** A sign-in of an account that may be used. */
    static Optional<Session> device(Sql sql, long n) {
        return sql.select(DEVICE, TokenRows::session, n).stream().findFirst();
    }

    /** When the newest token of a sign-in was issued, where the account may be used. */
    static Optional<Instant> newest(Sql sql, long device) {
        return sql.select(NEWEST, row -> Instant.ofEpochMilli(row.number(1)), device).stream()
                .findFirst();
    }

    /** A sign-in by its number, whether its account may be used or not. */
    static Optional<Session> anyDevice(Sql sql, long n) {
        return sql.select(ANY_DEVICE + " WHERE d.n = ?", TokenRows::session, n).stream()
                .findFirst();
    }

    /** All of an account, or of all, the newest first. */
    static List<SessionView> all(Sql sql, Optional<Long> account) {
        return account.isPresent()
                ? sql.select(
                        ANY_DEVICE + " WHERE d.account = ? ORDER BY d.created_at DESC", TokenRows::view, account.get())
                : sql.select(ANY_DEVICE + " ORDER BY d.created_at DESC", TokenRows::view);
    }

    private static SessionView view(Row row) {
        Session session = session(row);
        return new SessionView(
                session.id(),
                session.account().id(),
                session.account().email(),
                Instant.ofEpochMilli(row.number(7))
                        .truncatedTo(ChronoUnit.SECONDS)
                        .toString(),
                session.thumbprint().isPresent() ? "bound" : "none");
    }

    private static Session session(Row row) {
        return new Session(AccountRows.account(row), row.number(5), Optional.ofNullable(row.text(6)));
    }

    /** A sign-in: a device session and its first token. */
    static void insert(Transaction tx, Session session, TokenHash hash, Instant now) {
        long account = session.account().n();
        tx.sql()
                .change(
                        "INSERT INTO device_session (n, account, created_at, thumbprint) VALUES (?, ?, ?, ?)",
                        session.n(),
                        account,
                        now.toEpochMilli(),
                        session.thumbprint().orElse(null));
        tx.sql().change(INSERT, hash.bytes(), account, session.n(), now.toEpochMilli());
    }

    /** A token in the place of another one; false, and nothing changed, when that one is gone or of no use. */
    static boolean exchange(Transaction tx, TokenHash old, TokenHash fresh, Instant now) {
        Optional<Issued> known = find(tx.sql(), old);
        if (known.isEmpty()) {
            return false;
        }
        Session session = known.get().session();
        tx.sql().change("DELETE FROM token WHERE hash = ?", (Object) old.bytes());
        tx.sql().change(INSERT, fresh.bytes(), session.account().n(), session.n(), now.toEpochMilli());
        return true;
    }

    /** Ends one sign-in; false when it had ended. */
    static boolean endOne(Transaction tx, long device) {
        tx.sql().change("DELETE FROM token WHERE device = ?", device);
        return tx.sql().change("DELETE FROM device_session WHERE n = ?", device) > 0;
    }

    /** Ends all sign-ins of an account: what a change of its password means, or its end. */
    static int endAll(Transaction tx, long account) {
        tx.sql().change("DELETE FROM token WHERE account = ?", account);
        return tx.sql().change("DELETE FROM device_session WHERE account = ?", account);
    }

    /** Deletes the oldest tokens that were issued before a time, and device sessions that have none left. */
    static int sweep(Transaction tx, Instant before, int most) {
        List<Long> devices =
                tx.sql().select("SELECT device" + OLDEST, row -> row.number(1), before.toEpochMilli(), most);
        int swept = tx.sql()
                .change("DELETE FROM token WHERE hash IN (SELECT hash" + OLDEST + ")", before.toEpochMilli(), most);
        tx.sql().changeAmong(LEFT_ALONE, devices);
        return swept;
    }
}
