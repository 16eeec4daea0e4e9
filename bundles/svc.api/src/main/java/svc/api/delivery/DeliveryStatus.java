package svc.api.delivery;

import java.util.Locale;

/**
 * The delivery status of a message for one recipient.
 *
 * @param recipient the recipient
 * @param state the state of the delivery
 * @param smtpReply the reason, as RFC 8621 §7 defines it: SMTP reply code, enhanced status code and text
 */
public record DeliveryStatus(String recipient, State state, String smtpReply) {

    /** The state of a delivery. */
    public enum State {
        /** Waiting in the queue. */
        WAITING,
        /** Filed in the account of the recipient. */
        DELIVERED,
        /** Accepted by another server. */
        RELAYED,
        /** Permanently failed. */
        FAILED;

        /** Returns the name that is stored and shown. */
        public String wireName() {
            return name().toLowerCase(Locale.ROOT);
        }
    }
}
