package svc.delivery.trace;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What happened to a message for one recipient. Immutable.
 *
 * @param state what happened
 * @param recipient the address of the recipient; empty if a refusal concerns none
 * @param tenant the tenant of the recipient; empty for that of the account
 * @param reply the reply of SMTP; empty if there is none
 * @param posting the number of the message in the queue; 0 if it is not in the queue
 * @param mailboxes the numbers of the mailboxes in which the message was filed
 * @param next the time of the next attempt
 */
public record TraceEvent(
        State state,
        Optional<String> recipient,
        Optional<String> tenant,
        String reply,
        long posting,
        List<Long> mailboxes,
        Optional<Instant> next) {

    /** Copies the list. */
    public TraceEvent {
        mailboxes = List.copyOf(mailboxes);
    }

    /** What happened. The words are stored. */
    public enum State {
        /** The server refused a command or the message. */
        REFUSED,
        /** The message was filed as it arrived, or by an attempt of the queue. */
        DELIVERED,
        /** The message was filed as junk as it arrived. */
        QUARANTINED,
        /** The message was accepted and not filed, because a filter discarded it or it was filed before. */
        DISCARDED,
        /** The message was added to the queue. */
        QUEUED,
        /** A copy was added to the queue, because the account of the recipient sends its mail on. */
        REDIRECTED,
        /** An attempt of the queue filed the message in the account of the recipient. */
        FILED,
        /** An attempt of the queue failed; the queue tries again. */
        DEFERRED,
        /** Another server accepted the message. */
        RELAYED,
        /** The last attempt of the queue failed. */
        FAILED,
        /** An operator removed the message from the queue. */
        REMOVED,
        /** The sender canceled the message. */
        CANCELED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Returns an event with an account's own tenant, outside the queue. */
    public static TraceEvent filed(State state, String recipient, String reply, Collection<Long> mailboxes) {
        return new TraceEvent(
                state, Optional.of(recipient), Optional.empty(), reply, 0, List.copyOf(mailboxes), Optional.empty());
    }

    /** Returns a refusal. */
    public static TraceEvent refused(Optional<String> recipient, Optional<String> tenant, String reply) {
        return new TraceEvent(State.REFUSED, recipient, tenant, reply, 0, List.of(), Optional.empty());
    }

    /** Returns an event of the queue. */
    public static TraceEvent queue(State state, String recipient, String reply, long posting) {
        return new TraceEvent(
                state, Optional.of(recipient), Optional.empty(), reply, posting, List.of(), Optional.empty());
    }

    /** Returns this event with the time of the next attempt. */
    public TraceEvent withNext(Optional<Instant> attempt) {
        return new TraceEvent(state, recipient, tenant, reply, posting, mailboxes, attempt);
    }

    /** Returns this event for a message with a number in the queue. */
    public TraceEvent withPosting(long number) {
        return new TraceEvent(state, recipient, tenant, reply, number, mailboxes, next);
    }

    /** Returns this event for a recipient of a tenant. */
    public TraceEvent withTenant(Optional<String> owner) {
        return new TraceEvent(state, recipient, owner, reply, posting, mailboxes, next);
    }
}
