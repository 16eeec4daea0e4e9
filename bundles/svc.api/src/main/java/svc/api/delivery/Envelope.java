package svc.api.delivery;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The envelope of a message (RFC 5321 §2.3.1) with the parameters of delivery status notifications (RFC 3461).
 *
 * @param sender the reverse-path without angle brackets; empty for the null reverse-path
 * @param recipients the recipients, in the order of the client
 * @param smtpUtf8 whether the message needs internationalized email (RFC 6531 §3.4)
 * @param requireTls whether the message must only be sent over verified TLS (RFC 8689)
 * @param envelopeId the decoded envelope identifier (RFC 3461 §4.4)
 * @param content how much of the message a notification of failure contains (RFC 3461 §4.3)
 */
public record Envelope(
        String sender,
        List<Recipient> recipients,
        boolean smtpUtf8,
        boolean requireTls,
        Optional<String> envelopeId,
        ReturnContent content) {

    /** Copies the list. */
    public Envelope {
        recipients = List.copyOf(recipients);
    }

    /** Returns an envelope without parameters. */
    public static Envelope of(String sender, List<String> recipients) {
        return new Envelope(
                sender,
                recipients.stream().map(Recipient::of).toList(),
                false,
                false,
                Optional.empty(),
                ReturnContent.HEADERS);
    }

    /** Returns this envelope with another sender. */
    public Envelope from(String other) {
        return new Envelope(other, recipients, smtpUtf8, requireTls, envelopeId, content);
    }

    /** Returns this envelope with other recipients. */
    public Envelope to(List<Recipient> others) {
        return new Envelope(sender, others, smtpUtf8, requireTls, envelopeId, content);
    }

    /**
     * A recipient.
     *
     * @param address the forward-path without angle brackets
     * @param notifications the conditions of notifications (RFC 3461 §4.1); empty if the client named none
     * @param originalRecipient the original recipient as {@code type;address}, decoded (RFC 3461 §4.2)
     */
    public record Recipient(String address, Set<Notify> notifications, Optional<String> originalRecipient) {

        /** Copies the set. */
        public Recipient {
            notifications = Set.copyOf(notifications);
        }

        /** Returns a recipient without parameters. */
        public static Recipient of(String address) {
            return new Recipient(address, Set.of(), Optional.empty());
        }

        /** Returns whether a failure is reported to the sender. It is, unless the client named other conditions. */
        public boolean notifiesFailure() {
            return notifications.isEmpty() || notifications.contains(Notify.FAILURE);
        }

        /** Returns whether a long delay is reported to the sender. It is, unless the client named other conditions. */
        public boolean notifiesDelay() {
            return notifications.isEmpty() || notifications.contains(Notify.DELAY);
        }
    }

    /** The condition of a delivery status notification (RFC 3461 §4.1). */
    public enum Notify {
        /** No notification; only allowed alone. */
        NEVER,
        /** After a delivery. */
        SUCCESS,
        /** After a permanent failure. */
        FAILURE,
        /** After a long delay. */
        DELAY
    }

    /** How much of the message a notification of failure contains (RFC 3461 §4.3). */
    public enum ReturnContent {
        /** The whole message. */
        FULL,
        /** The header section. */
        HEADERS
    }
}
