package svc.api.delivery;

import java.io.IOException;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Accepts messages from outside for the accounts of this server. The front of SMTP or LMTP asks it for each recipient
 * and then hands it the octets of the message.
 *
 * <p>Threading: thread-safe; methods block and must be called outside store callbacks. Lifecycle: registered after the
 * schema is migrated.
 */
@ProviderType
public interface MailIntake {

    /**
     * Returns the reply to a recipient: 250 if mail to the address is accepted; otherwise 550 5.1.1 (unknown
     * recipient), 550 5.7.1 (address of another server), 552 5.2.2 (account over quota), 450 4.2.1 (tenant suspended)
     * or 553 5.1.3 (invalid address).
     */
    SmtpReply checkRecipient(String address);

    /**
     * Begins a message. {@link #checkRecipient} must have accepted all recipients.
     *
     * @throws IllegalArgumentException the envelope has no recipient
     */
    IncomingMail receive(Envelope envelope, Arrival arrival) throws IOException;
}
