package svc.cap.vacationresponse;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/**
 * The table {@code vacation_answered}: the senders who got a response. A sender gets at most one response in seven days
 * (RFC 3834 §2).
 */
final class VacationAnsweredRows {

    private static final Duration PAUSE = Duration.ofDays(7);

    private VacationAnsweredRows() {}

    static boolean wasAnswered(Sql sql, String sender, Instant now) {
        return sql.exists(
                "SELECT 1 FROM vacation_answered WHERE account = :account AND hash = ? AND at > ?",
                hash(sender),
                now.minus(PAUSE).toEpochMilli());
    }

    /** Records a response, and deletes expired rows. */
    static void record(SqlWriter sql, String sender, Instant now) {
        sql.update(
                "DELETE FROM vacation_answered WHERE account = :account AND at <= ?",
                now.minus(PAUSE).toEpochMilli());
        sql.update(
                "INSERT INTO vacation_answered (account, hash, at) VALUES (:account, ?, ?)"
                        + " ON CONFLICT (account, hash) DO UPDATE SET at = excluded.at",
                hash(sender),
                now.toEpochMilli());
    }

    /** Deletes all rows. During a new absence, every sender then gets a response again. */
    static void forget(SqlWriter sql) {
        sql.update("DELETE FROM vacation_answered WHERE account = :account");
    }

    private static byte[] hash(String sender) {
        try {
            return MessageDigest.getInstance("SHA-256")
                    .digest(sender.toLowerCase(Locale.ROOT).getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
