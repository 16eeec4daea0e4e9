package svc.delivery.trace;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.store.Row;
import svc.delivery.trace.TraceEvent.State;

/** A stored event. The components are the columns of the table {@code mail_trace}. */
record TraceRow(
        long n,
        long account,
        @Nullable String tenant,
        TraceId id,
        Instant at,
        State state,
        @Nullable String listener,
        @Nullable String client,
        @Nullable String helo,
        @Nullable String protocol,
        @Nullable String sender,
        @Nullable String recipient,
        @Nullable String messageId,
        long size,
        long posting,
        String reply,
        List<String> checks,
        List<Long> mailboxes,
        @Nullable Instant next) {

    /** The columns that {@link #of} reads. */
    static final String COLUMNS =
            "n, account, tenant, origin, part, at, state, listener, client, helo, protocol, sender,"
                    + " recipient, message_id, size, posting, reply, checks, mailboxes, next_at";

    static TraceRow of(Row row) {
        return new TraceRow(
                row.getLong(1),
                row.getLong(2),
                row.getString(3),
                new TraceId(requireNonNull(row.getString(4)), (int) row.getLong(5)),
                Instant.ofEpochMilli(row.getLong(6)),
                State.valueOf(requireNonNull(row.getString(7)).toUpperCase(Locale.ROOT)),
                row.getString(8),
                row.getString(9),
                row.getString(10),
                row.getString(11),
                row.getString(12),
                row.getString(13),
                row.getString(14),
                row.getLong(15),
                row.getLong(16),
                requireNonNull(row.getString(17)),
                parts(row.getString(18), "\n").toList(),
                parts(row.getString(19), ",").map(Long::valueOf).toList(),
                row.isNull(20) ? null : Instant.ofEpochMilli(row.getLong(20)));
    }

    private static Stream<String> parts(@Nullable String text, String separator) {
        return text == null ? Stream.empty() : Stream.of(text.split(separator, -1));
    }
}
