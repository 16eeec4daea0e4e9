package svc.delivery.trace;

import java.time.Instant;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import svc.api.store.ObjectId;
import svc.delivery.trace.TraceRows.By;

/**
 * What an operator looks for. A null value is not compared.
 *
 * @param id the id of a connection or of a mail transaction
 * @param posting the number of a message in the queue; 0 for any
 * @param messageId the value of Message-ID without angle brackets
 * @param sender the return path in lower case
 * @param recipient the address of a recipient in lower case
 * @param since the earliest time
 * @param until the time before which the events happened
 */
record TraceCriteria(
        @Nullable TraceId id,
        long posting,
        @Nullable String messageId,
        @Nullable String sender,
        @Nullable String recipient,
        @Nullable Instant since,
        @Nullable Instant until) {

    /** Reads the arguments of the operation. */
    static TraceCriteria of(
            @Nullable String id,
            @Nullable String sender,
            @Nullable String recipient,
            @Nullable Instant since,
            @Nullable Instant until) {
        OptionalLong posting = id == null ? OptionalLong.empty() : ObjectId.parse(TraceId.QUEUED, id);
        TraceId trace = id == null ? null : TraceId.parse(id).orElse(null);
        return new TraceCriteria(
                trace,
                posting.orElse(0),
                id == null || trace != null || posting.isPresent() ? null : TraceRows.cut(bare(id)),
                sender == null ? null : TraceRows.address(bare(sender)),
                recipient == null ? null : TraceRows.address(bare(recipient)),
                since,
                until);
    }

    /** Returns a text without the angle brackets around it. */
    private static String bare(String text) {
        return text.strip().replaceFirst("^<(.*)>$", "$1");
    }

    /** Returns the index that finds the fewest events. */
    By by() {
        return id != null
                ? By.ORIGIN
                : posting != 0
                        ? By.POSTING
                        : messageId != null
                                ? By.MESSAGE_ID
                                : recipient != null ? By.RECIPIENT : sender != null ? By.SENDER : By.NUMBER;
    }

    /** Returns the value that the index compares; null for none. */
    @Nullable
    Object value() {
        return switch (by()) {
            case ORIGIN -> id == null ? null : id.origin();
            case POSTING -> posting;
            case MESSAGE_ID -> messageId;
            case RECIPIENT -> recipient;
            case SENDER -> sender;
            case NUMBER -> null;
        };
    }

    boolean matches(TraceRow row) {
        return (id == null
                        || (row.id().origin().equals(id.origin())
                                && (id.part() == 0 || row.id().equals(id))))
                && (posting == 0 || row.posting() == posting)
                && (messageId == null || messageId.equals(row.messageId()))
                && (sender == null || sender.equals(row.sender()))
                && (recipient == null || recipient.equals(row.recipient()))
                && (since == null || !row.at().isBefore(since))
                && (until == null || row.at().isBefore(until));
    }
}
