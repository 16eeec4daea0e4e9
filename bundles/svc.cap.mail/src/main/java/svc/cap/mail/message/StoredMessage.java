package svc.cap.mail.message;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import svc.api.blob.BlobId;
import svc.api.store.Sql;

/**
 * The parsed message of an email as stored in the table {@code email_text}.
 *
 * @param blob the blob of the message
 * @param summary the summary
 * @param structure the encoded body structure; empty if it was not requested
 */
// The warning is suppressed because stored messages are never compared, and because copies of the array would be too
// expensive.
@SuppressWarnings("ArrayRecordComponent")
public record StoredMessage(BlobId blob, EmailSummary summary, byte[] structure) {

    private static final byte[] NONE = {};

    /** Returns the stored messages of emails without their structures, by number. */
    public static Map<Long, StoredMessage> summaries(Sql sql, Collection<Long> numbers) {
        Map<Long, StoredMessage> found = new HashMap<>();
        sql.selectIn(
                "select n, blob, summary from email_text where account = :account and n in (??)",
                numbers,
                row -> found.put(
                        row.getLong(1),
                        new StoredMessage(
                                BlobId.of(requireNonNull(row.getBytes(2))),
                                new EmailSummary(requireNonNull(row.getBytes(3))),
                                NONE)));
        return found;
    }

    /** Returns the stored messages of emails with their structures, by number. */
    public static Map<Long, StoredMessage> withStructure(Sql sql, Collection<Long> numbers) {
        Map<Long, StoredMessage> found = new HashMap<>();
        sql.selectIn(
                "select n, blob, summary, structure from email_text where account = :account and n in (??)",
                numbers,
                row -> found.put(
                        row.getLong(1),
                        new StoredMessage(
                                BlobId.of(requireNonNull(row.getBytes(2))),
                                new EmailSummary(requireNonNull(row.getBytes(3))),
                                requireNonNull(row.getBytes(4)))));
        return found;
    }
}
