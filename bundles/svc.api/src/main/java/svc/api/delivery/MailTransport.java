package svc.api.delivery;

import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A transport by which queued messages leave this server. Register it as a service. If no transport accepts an address
 * of another server, {@link MailQueue#accepts} returns false for this address, and messages to this address are
 * rejected at submission. Of several transports that accept an address, the one with the highest service ranking is
 * used; the SMTP transport of the distribution has the ranking -1000.
 *
 * <p>Threading: {@link #accepts} is called from any thread and must answer without I/O. {@link #send} is called on a
 * thread for each domain, so that a slow domain does not hold up others; never by two threads for one domain. Lifecycle:
 * called while the transport is registered.
 */
@ConsumerType
@FunctionalInterface
public interface MailTransport {

    /** Returns whether messages to an address of another server can be sent, for example because of its domain. */
    boolean accepts(String address);

    /**
     * The result of an attempt.
     *
     * @param replies one reply for each recipient of the envelope, in order: a positive one if another server has
     *     accepted the message, a transient one to try again later, a permanent one to give up
     * @param notifiesSender whether the other server has taken over the notifications that the sender wants
     *     (RFC 3461 §5.2.1); if not, the queue notifies the sender that the message was relayed
     */
    record Result(List<SmtpReply> replies, boolean notifiesSender) {

        /** Copies the list. */
        public Result {
            replies = List.copyOf(replies);
        }

        /** Creates the result of a server that sends no notifications. */
        public Result(List<SmtpReply> replies) {
            this(replies, false);
        }
    }

    /**
     * Sends a message to recipients in one domain. A message whose reply is lost is sent again. The default defers all
     * recipients.
     *
     * @throws IOException no server of the domain can be reached now; all due messages to the domain wait. The message
     *     of the exception is a part of their delivery status
     */
    default Result send(OutgoingMail mail) throws IOException {
        SmtpReply reply = new SmtpReply(451, "4.4.0", "The transport sends no messages.");
        return new Result(Collections.nCopies(mail.envelope().recipients().size(), reply));
    }
}
