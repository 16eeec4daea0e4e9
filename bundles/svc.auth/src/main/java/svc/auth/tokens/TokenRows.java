package svc.auth.tokens;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.Transaction;
import svc.auth.crypto.TokenHash;
import svc.auth.storage.AccountRows;
import svc.auth.storage.Rows;
import svc.auth.tokens.DeviceSessions.Exchanged;
import svc.auth.tokens.DeviceSessions.Issued;
import svc.auth.tokens.Tickets.StreamTicket;

/** Reads and writes the rows of device sessions, tokens and stream tickets. */
public final class TokenRows {

    private static final String COLUMNS =
            "SELECT a.n, a.organization, a.email, a.name, d.n, d.thumbprint, d.created_at";
    private static final String OF = " JOIN account_identity a ON a.n = d.account"
            + " JOIN organization o ON o.n = a.organization WHERE a.state = 'active' AND o.state = 'active'";
    private static final String FIND = timed("issued_at", "token") + " AND t.hash = ?";
    private static final String EXCHANGED = timed("exchanged_at", "exchanged_token") + " AND t.hash = ?";
    private static final String TICKET = timed("end_at", "stream_ticket") + " AND t.hash = ?";
    private static final String NEWEST = timed("issued_at", "token") + " AND d.n = ? ORDER BY t.issued_at DESC LIMIT 1";
    private static final String DEVICE = COLUMNS + " FROM device_session d" + OF + " AND d.n = ?";
    private static final String ANY_DEVICE =
            COLUMNS + " FROM device_session d JOIN account_identity a ON a.n = d.account";
    private static final String INSERT = "INSERT INTO token (hash, account, device, issued_at) VALUES (?, ?, ?, ?)";
    private static final String OLDEST = " FROM token WHERE issued_at < ? ORDER BY issued_at, hash LIMIT ?";
    private static final String LEFT_ALONE = "DELETE FROM device_session WHERE n IN (??)"
            + " AND NOT EXISTS (SELECT 1 FROM token t WHERE t.device = device_session.n)";

    private TokenRows() {}

    private static String timed(String column, String table) {
        return COLUMNS + ", t." + column + " FROM " + table + " t JOIN device_session d ON d.n = t.device" + OF;
    }

    /** Runs a query for a token or ticket. Creates the result from the device session and the time in the row. */
    private static <R> Optional<R> timed(
            Sql sql, String query, BiFunction<DeviceSession, Instant, R> made, Object argument) {
        return Rows.first(sql, query, row -> made.apply(session(row), Rows.time(row, 8)), argument);
    }

    /** Returns the token with the hash if its account is active. The token may have expired. */
    static Optional<Issued> find(Sql sql, TokenHash hash) {
        return timed(sql, FIND, Issued::new, hash.bytes());
    }

    /** Returns the exchanged token with the hash; empty if the device session has ended. */
    static Optional<Exchanged> exchanged(Sql sql, TokenHash hash) {
        return timed(sql, EXCHANGED, Exchanged::new, hash.bytes());
    }

    /** Returns the stream ticket with the hash; empty if the device session has ended. The ticket may have expired. */
    static Optional<StreamTicket> ticket(Sql sql, TokenHash hash) {
        return timed(sql, TICKET, StreamTicket::new, hash.bytes());
    }

    /** Inserts a stream ticket. Inserts nothing if the device session has ended. */
    static int insertTicket(Transaction tx, DeviceSession session, TokenHash hash, Instant end) {
        return tx.sql()
                .update(
                        "INSERT INTO stream_ticket (hash, device, end_at)"
                                + " SELECT ?, d.n, ? FROM device_session d WHERE d.n = ?",
                        hash.bytes(),
                        end.toEpochMilli(),
                        session.n());
    }

    /** Deletes up to {@code most} expired stream tickets. */
    static int forgetTickets(Transaction tx, Instant now, int most) {
        return tx.sql()
                .update(
                        "DELETE FROM stream_ticket WHERE hash IN (SELECT hash FROM stream_ticket WHERE end_at <= ?"
                                + " ORDER BY end_at, hash LIMIT ?)",
                        now.toEpochMilli(),
                        most);
    }

    /** Returns the device session with the number if its account is active. */
    public static Optional<DeviceSession> device(Sql sql, long n) {
        return Rows.first(sql, DEVICE, TokenRows::session, n);
    }

    /** Returns the newest token of a device session if its account is active. */
    public static Optional<Issued> newest(Sql sql, long device) {
        return timed(sql, NEWEST, Issued::new, device);
    }

    /** Returns the device session with the number, whether or not its account is active. */
    public static Optional<DeviceSession> anyDevice(Sql sql, long n) {
        return Rows.first(sql, ANY_DEVICE + " WHERE d.n = ?", TokenRows::session, n);
    }

    /** Returns the device sessions of an account, or of all accounts, newest first. */
    public static List<DeviceSession> all(Sql sql, Optional<Long> account) {
        String query = ANY_DEVICE + (account.isPresent() ? " WHERE d.account = ?" : "") + " ORDER BY d.created_at DESC";
        return sql.select(query, TokenRows::session, account.stream().toArray());
    }

    private static DeviceSession session(Row row) {
        return new DeviceSession(
                AccountRows.account(row), row.getLong(5), Optional.ofNullable(row.getString(6)), Rows.time(row, 7));
    }

    /** Inserts a device session and its first token, and records the sign-in in the account. */
    public static void insert(Transaction tx, DeviceSession session, TokenHash hash, Instant now) {
        long account = session.account().n();
        tx.sql()
                .update(
                        "INSERT INTO device_session (n, account, created_at, thumbprint) VALUES (?, ?, ?, ?)",
                        session.n(),
                        account,
                        now.toEpochMilli(),
                        session.thumbprint().orElse(null));
        tx.sql().update(INSERT, hash.bytes(), account, session.n(), now.toEpochMilli());
        // Device sessions are deleted earlier than the date of the last sign-in.
        tx.sql().update("UPDATE account_identity SET last_sign_in_at = ? WHERE n = ?", now.toEpochMilli(), account);
    }

    /**
     * Replaces a token. Returns false and changes nothing if the old token no longer exists or its account is not
     * active.
     */
    static boolean exchange(Transaction tx, TokenHash old, TokenHash fresh, Instant now) {
        Optional<Issued> known = find(tx.sql(), old);
        if (known.isEmpty()) {
            return false;
        }
        DeviceSession session = known.get().session();
        tx.sql().update("DELETE FROM token WHERE hash = ?", (Object) old.bytes());
        tx.sql()
                .update(
                        "INSERT INTO exchanged_token (hash, device, exchanged_at) VALUES (?, ?, ?)",
                        old.bytes(),
                        session.n(),
                        now.toEpochMilli());
        tx.sql().update(INSERT, fresh.bytes(), session.account().n(), session.n(), now.toEpochMilli());
        return true;
    }

    /** Ends a device session. Returns false if it had already ended. */
    static boolean endOne(Transaction tx, long device) {
        tx.sql().update("DELETE FROM token WHERE device = ?", device);
        return tx.sql().update("DELETE FROM device_session WHERE n = ?", device) > 0;
    }

    /**
     * Ends all device sessions of an account, after a change of its password or on its erasure. Returns their number.
     */
    public static int endAll(Transaction tx, long account) {
        tx.sql().update("DELETE FROM token WHERE account = ?", account);
        return tx.sql().update("DELETE FROM device_session WHERE account = ?", account);
    }

    /** Deletes up to {@code most} tokens that were exchanged before a time, oldest first. */
    public static int forget(Transaction tx, Instant before, int most) {
        return tx.sql()
                .update(
                        "DELETE FROM exchanged_token WHERE hash IN (SELECT hash FROM exchanged_token WHERE"
                                + " exchanged_at < ? ORDER BY exchanged_at, hash LIMIT ?)",
                        before.toEpochMilli(),
                        most);
    }

    /** Deletes up to {@code most} tokens issued before a time, oldest first, and the device sessions without tokens. */
    static int sweep(Transaction tx, Instant before, int most) {
        List<Long> devices =
                tx.sql().select("SELECT device" + OLDEST, row -> row.getLong(1), before.toEpochMilli(), most);
        int swept = tx.sql()
                .update("DELETE FROM token WHERE hash IN (SELECT hash" + OLDEST + ")", before.toEpochMilli(), most);
        tx.sql().updateIn(LEFT_ALONE, devices);
        return swept;
    }
}
