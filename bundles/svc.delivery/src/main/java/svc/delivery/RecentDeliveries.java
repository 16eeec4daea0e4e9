package svc.delivery;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import svc.api.store.SqlWriter;
import svc.mime.HeaderField;
import svc.mime.Headers;

/**
 * Knows a message again that came to an account a short while ago: by two of its addresses, or because whoever sent it did not hear
 * that it had arrived. What makes two the same is what no two messages share: identification, date, sender and subject.
 */
final class RecentLetters {

    /** How long one is known. */
    static final Duration KEPT = Duration.ofDays(3);

    private static final String[] SAME = {"Message-ID", "Date", "From", "Subject"};

    private RecentLetters() {}

    /** What makes a message the same as another one; empty for one without an identification. */
    static Optional<byte[]> hash(Headers headers) {
        if (headers.last("Message-ID") == null) {
            return Optional.empty();
        }
        MessageDigest digest = digest();
        for (String name : SAME) {
            HeaderField field = headers.last(name);
            digest.update((byte) 0);
            if (field != null) {
                digest.update(field.raw().strip().getBytes(StandardCharsets.UTF_8));
            }
        }
        return Optional.of(digest.digest());
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Notes that it came to the transaction's account; false when it has come before. */
    static boolean isNew(SqlWriter sql, byte[] hash, Instant now) {
        return sql.change(
                        "INSERT INTO recent_letter (account, hash, at) VALUES (:account, ?, ?)"
                                + " ON CONFLICT (account, hash) DO NOTHING",
                        hash,
                        now.toEpochMilli())
                == 1;
    }

    /** Forgets a portion of those from before; how many they were. */
    static int forget(SqlWriter sql, Instant now, int portion) {
        return sql.change(
                "DELETE FROM recent_letter WHERE (account, hash) IN"
                        + " (SELECT account, hash FROM recent_letter WHERE at < ? LIMIT ?)",
                now.minus(KEPT).toEpochMilli(),
                portion);
    }
}
