package svc.delivery.trace;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Account;
import svc.api.store.ObjectId;
import svc.delivery.trace.TraceEvent.State;

/**
 * The mail trace as operators see it.
 *
 * @param messages the mail transactions and connections, the newest first
 * @param checks the results of the checks of the messages; null if there are none
 * @param events what happened, for each transaction the oldest first
 * @param next the cursor of the next page; null on the last page
 */
record TraceView(
        List<Message> messages,
        @Nullable List<Check> checks,
        List<Event> events,
        @Nullable String next) {

    /** A mail transaction, or what belongs to none on a connection. */
    record Message(
            String id,
            String at,
            @Nullable String listener,
            @Nullable String client,
            @Nullable String helo,
            @Nullable String protocol,
            @Nullable String sender,
            @Nullable String messageId,
            @Nullable Long sizeBytes,
            String verdict) {

        static Message of(List<TraceRow> rows) {
            TraceRow first = rows.get(0);
            return new Message(
                    first.id().toString(),
                    text(first.at()),
                    known(rows, TraceRow::listener),
                    known(rows, TraceRow::client),
                    known(rows, TraceRow::helo),
                    known(rows, TraceRow::protocol),
                    known(rows, row -> Objects.equals(row.sender(), "") ? "<>" : row.sender()),
                    known(rows, TraceRow::messageId),
                    known(rows, row -> row.size() == 0 ? null : (Long) row.size()),
                    verdict(rows));
        }

        private static <V> @Nullable V known(List<TraceRow> rows, Function<TraceRow, @Nullable V> value) {
            for (TraceRow row : rows) {
                V found = value.apply(row);
                if (found != null) {
                    return found;
                }
            }
            return null;
        }

        /** Returns how the server replied to the client, or what it did with a message of an account. */
        private static String verdict(List<TraceRow> all) {
            List<TraceRow> ofRecipients =
                    all.stream().filter(row -> row.recipient() != null).toList();
            // A refused command between others is not the end of a transaction.
            List<TraceRow> rows = ofRecipients.isEmpty() ? all : ofRecipients;
            List<TraceRow> refused =
                    rows.stream().filter(row -> row.state() == State.REFUSED).toList();
            if (refused.isEmpty()) {
                return rows.stream().anyMatch(row -> row.state() == State.QUARANTINED) ? "quarantined" : "accepted";
            } else if (refused.size() < rows.size()) {
                return "partly-accepted";
            }
            Predicate<TraceRow> isTransient = row -> row.reply().startsWith("4");
            return refused.stream().allMatch(isTransient) ? "deferred" : "refused";
        }
    }

    /** The result of a check, as in the header of the filed message. */
    record Check(String id, String field) {

        static Stream<Check> of(List<TraceRow> rows) {
            return rows.stream()
                    .flatMap(row -> row.checks().stream())
                    .distinct()
                    .map(field -> new Check(rows.get(0).id().toString(), field));
        }
    }

    /** What happened for one recipient. */
    record Event(
            String id,
            String at,
            String state,
            @Nullable String recipient,
            @Nullable String reply,
            @Nullable String accountId,
            @Nullable List<String> filedIn,
            @Nullable String queueId,
            @Nullable String nextAttemptAt) {

        /** @param filedIn the paths of the mailboxes in which the message was filed */
        static Event of(TraceRow row, List<String> filedIn) {
            return new Event(
                    row.id().toString(),
                    text(row.at()),
                    row.state().word(),
                    row.recipient(),
                    row.reply().isEmpty() ? null : row.reply(),
                    row.account() == 0 ? null : ObjectId.format(Account.LETTER, row.account()),
                    filedIn.isEmpty() ? null : filedIn,
                    row.posting() == 0 ? null : ObjectId.format(TraceId.QUEUED, row.posting()),
                    row.next() == null ? null : text(row.next()));
        }
    }

    private static String text(Instant at) {
        return at.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
