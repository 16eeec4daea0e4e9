package svc.api.delivery;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The result of a {@link MessageCheck}.
 *
 * @param rejection the reply by which the message is rejected for all recipients; empty to accept it
 * @param quarantine whether the message is filed as junk
 * @param fields header fields to put in front of the message, in order: each {@code Name: value}, folded with CRLF where
 *     it is long, without the last line end
 * @param removals header fields to remove from the message
 */
public record CheckResult(
        Optional<SmtpReply> rejection, boolean quarantine, List<String> fields, List<FieldRemoval> removals) {

    /** Accepts the message and changes nothing. */
    public static final CheckResult NONE = new CheckResult(Optional.empty(), false, List.of(), List.of());

    /** Copies the lists. */
    public CheckResult {
        fields = List.copyOf(fields);
        removals = List.copyOf(removals);
    }

    /** Returns a result that rejects the message. */
    public static CheckResult rejected(SmtpReply reply) {
        return new CheckResult(Optional.of(reply), false, List.of(), List.of());
    }

    /**
     * Header fields of the arriving message to remove.
     *
     * @param name the name of the fields; case is ignored
     * @param value accepts the raw value of a field to remove
     */
    public record FieldRemoval(String name, Predicate<String> value) {}
}
