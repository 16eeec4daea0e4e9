package svc.auth;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import svc.api.identity.Account;
import svc.api.store.ObjectId;
import svc.api.store.Sql;
import svc.api.store.Transaction;

/** The rows of device sessions and tokens. */
final class TokenRows {

    private static final char DEVICE = 'd';

    private static final String FIND = "SELECT a.n, a.organization, a.email, a.name, t.device, t.issued_at FROM token t"
            + " JOIN account_identity a ON a.n = t.account JOIN organization o ON o.n = a.organization"
            + " WHERE t.hash = ? AND a.state = 'active' AND o.state = 'active'";
    private static final String OLDEST = " FROM token WHERE issued_at < ? ORDER BY issued_at, hash LIMIT ?";
    private static final String LEFT_ALONE = "DELETE FROM device_session WHERE n IN (??)"
            + " AND NOT EXISTS (SELECT 1 FROM token t WHERE t.device = device_session.n)";

    private TokenRows() {}

    /**
     * A token that is known, of an account that may be used; it may have expired.
     *
     * @param account whose it is
     * @param device the device session
     * @param issuedAt since when it is good
     */
    record Known(Account account, String device, Instant issuedAt) {}

    static Optional<Known> find(Sql sql, TokenHash hash) {
        return sql
                .select(
                        FIND,
                        row -> new Known(
                                AccountRows.account(row),
                                ObjectId.text(DEVICE, row.number(5)),
                                Instant.ofEpochMilli(row.number(6))),
                        hash.bytes())
                .stream()
                .findFirst();
    }

    /** A sign-in: a device session and its first token. */
    static void insert(Transaction tx, long account, long device, TokenHash hash, Instant now) {
        tx.sql()
                .change(
                        "INSERT INTO device_session (n, account, created_at) VALUES (?, ?, ?)",
                        device,
                        account,
                        now.toEpochMilli());
        tx.sql()
                .change(
                        "INSERT INTO token (hash, account, device, issued_at) VALUES (?, ?, ?, ?)",
                        hash.bytes(),
                        account,
                        device,
                        now.toEpochMilli());
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
