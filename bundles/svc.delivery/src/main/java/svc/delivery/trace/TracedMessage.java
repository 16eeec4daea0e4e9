package svc.delivery.trace;

import java.util.List;
import java.util.Optional;
import svc.api.delivery.Arrival;

/**
 * What all events of a message have in common.
 *
 * @param id the id of the mail transaction
 * @param arrival how the message arrived; empty if it did not arrive by SMTP
 * @param sender the return path; empty if it is not known
 * @param messageId the value of Message-ID without angle brackets
 * @param size the size in octets; 0 if it is not known
 * @param checks the fields of the checks
 */
public record TracedMessage(
        TraceId id,
        Optional<Arrival> arrival,
        Optional<String> sender,
        Optional<String> messageId,
        long size,
        List<String> checks) {

    /** Copies the list. */
    public TracedMessage {
        checks = List.copyOf(checks);
    }

    /** Returns the message that an event in the queue concerns. */
    public static TracedMessage queued(TraceId id, String sender) {
        return new TracedMessage(id, Optional.empty(), Optional.of(sender), Optional.empty(), 0, List.of());
    }
}
