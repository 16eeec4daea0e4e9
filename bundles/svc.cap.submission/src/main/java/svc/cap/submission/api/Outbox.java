package svc.cap.submission.api;

import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.delivery.Arrival;
import svc.api.delivery.Envelope;
import svc.api.identity.Caller;

/**
 * Sends messages of signed-in clients, with the checks and limits of {@code EmailSubmission/set}.
 *
 * <p>Threading: thread-safe; the methods read the store and must not be called inside a transaction. Lifecycle:
 * registered as long as the submission capability is available.
 */
@ProviderType
public interface Outbox {

    /** Returns why the caller may not send with this return path; empty if it may. The null reverse-path is permitted. */
    Optional<Refused> checkSender(Caller caller, String address);

    /** Returns why no message can be sent to this address; empty if messages can be sent. */
    Optional<Refused> checkRecipient(String address);

    /**
     * Begins a message in the caller's own account.
     *
     * @param caller the signed-in client
     * @param envelope the envelope, whose addresses were checked
     * @param arrival how the message arrives. The Received field contains its protocol, but not the address of the client
     * @param due the time before which delivery does not begin
     */
    OutgoingMail begin(Caller caller, Envelope envelope, Arrival arrival, Instant due);

    /** A message that is being written. Not thread-safe. */
    @ProviderType
    interface OutgoingMail extends AutoCloseable {

        /**
         * Returns the output for the message. It does not throw: after a failure it drops the bytes, and {@link #send}
         * returns the reason.
         */
        OutputStream out();

        /**
         * Checks the header and the limits, and adds the message to the queue. Bcc and Return-Path are removed; Date and
         * Message-ID are added if they are missing. When the method returns {@link Queued}, the message is durable.
         *
         * @throws IOException the message could not be stored; the client can try again
         */
        Result send() throws IOException;

        /** Discards the message unless it was sent. */
        @Override
        void close();
    }

    /** The result of sending a message. */
    sealed interface Result permits Queued, Refused {}

    /**
     * The message is in the queue.
     *
     * @param id its id in the queue, as operators see it
     */
    record Queued(String id) implements Result {}

    /**
     * The message is not sent.
     *
     * @param reason the reason
     * @param description one sentence for the user
     */
    record Refused(Reason reason, String description) implements Result {}

    /** The reason of a refusal. */
    enum Reason {
        /** Mail or submission is disabled for the tenant. */
        SUBMISSION_OFF,
        /** The DNS proof of the domain of the return path is suspended or missing. The client can try again later. */
        DOMAIN_UNPROVEN,
        /** The return path is not an address of the account. */
        FOREIGN_SENDER,
        /** From, Sender, or a field for resent messages has an address that is not one of the account. */
        FOREIGN_FROM,
        /** The header violates RFC 5322. */
        INVALID_HEADER,
        /** A recipient is not a valid address. */
        INVALID_RECIPIENT,
        /** A recipient is in a domain of this server, but no account has the address. */
        UNKNOWN_RECIPIENT,
        /** No transport for the domain of a recipient is installed. */
        NO_TRANSPORT,
        /** The message has no recipient, or too many. */
        RECIPIENT_COUNT,
        /** The account has sent to too many recipients, or to too many that other servers refused. */
        RECIPIENT_RATE,
        /** The account is over its quota. */
        OVER_QUOTA,
        /** The storage of the server is full. */
        STORAGE_FULL
    }
}
