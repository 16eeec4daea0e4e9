package svc.api.delivery;

import java.io.IOException;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.delivery.OutgoingMail.Content;

/**
 * Sends messages in the name of the server, such as reports. The account that receives the mail to {@code postmaster} of a
 * domain sends them, so it also holds their bytes until they are delivered. If there is no such account, that of a recipient
 * on this server does.
 *
 * <p>Threading: thread-safe. Lifecycle: registered after the schema is migrated.
 */
@ProviderType
public interface ServerMail {

    /**
     * Adds a message to the queue.
     *
     * @param domain the domain of this server for which the message is sent
     * @return the id of the queued message; empty if no account can send it, or the account is over quota
     * @throws IOException the message cannot be written or stored now
     */
    Optional<String> send(String domain, Envelope envelope, Content content) throws IOException;
}
