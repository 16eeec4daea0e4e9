package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import svc.api.blob.BlobId;
import svc.api.store.Sql;

/**
 * What was read of a message when it arrived: a row of the table {@code email_text}.
 *
 * @param blob its bytes
 * @param summary what lists show
 * @param structure its parts, encoded; empty when it was not asked for
 */
@SuppressWarnings("ArrayRecordComponent") // never compared; copies would cost more than they protect
record EmailText(BlobId blob, Summary summary, byte[] structure) {

    private static final byte[] NONE = {};

    /** What lists show of messages, by number. */
    static Map<Long, EmailText> summaries(Sql sql, Collection<Long> numbers) {
        Map<Long, EmailText> found = new HashMap<>();
        sql.selectAmong(
                "select n, blob, summary from email_text where account = :account and n in (??)",
                numbers,
                row -> found.put(
                        row.number(1),
                        new EmailText(
                                BlobId.of(requireNonNull(row.bytes(2))),
                                new Summary(requireNonNull(row.bytes(3))),
                                NONE)));
        return found;
    }

    /** All that was read of messages, by number. */
    static Map<Long, EmailText> whole(Sql sql, Collection<Long> numbers) {
        Map<Long, EmailText> found = new HashMap<>();
        sql.selectAmong(
                "select n, blob, summary, structure from email_text where account = :account and n in (??)",
                numbers,
                row -> found.put(
                        row.number(1),
                        new EmailText(
                                BlobId.of(requireNonNull(row.bytes(2))),
                                new Summary(requireNonNull(row.bytes(3))),
                                requireNonNull(row.bytes(4)))));
        return found;
    }
}
