package svc.cap.vacationresponse;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The table {@code vacation_answered}: nobody is answered twice in a week (RFC 3834 §2). */
final class VacationAnswers {

    private static final Duration PAUSE = Duration.ofDays(7);

    private VacationAnswers() {}

    static boolean recently(Sql sql, String sender, Instant now) {
        return !sql.select(
                        "SELECT 1 FROM vacation_answered WHERE account = :account AND hash = ? AND at > ?",
                        row -> 1,
                        hash(sender),
                        now.minus(PAUSE).toEpochMilli())
                .isEmpty();
    }

    /** Notes that somebody was answered, and forgets those of long ago. */
    static void note(SqlWriter sql, String sender, Instant now) {
        sql.change(
                "DELETE FROM vacation_answered WHERE account = :account AND at <= ?",
                now.minus(PAUSE).toEpochMilli());
        sql.change(
                "INSERT INTO vacation_answered (account, hash, at) VALUES (:account, ?, ?)"
                        + " ON CONFLICT (account, hash) DO UPDATE SET at = excluded.at",
                hash(sender),
                now.toEpochMilli());
    }

    /** Whoever goes away anew answers everybody anew. */
    static void forget(SqlWriter sql) {
        sql.change("DELETE FROM vacation_answered WHERE account = :account");
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
