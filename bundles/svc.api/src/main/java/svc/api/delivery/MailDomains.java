package svc.api.delivery;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The domains that an operator registered for mail. A sender domain is a domain of this server in whose name accounts
 * send. A relay domain is a domain of other servers for which this server accepts mail and sends it on. A DNS record
 * proves that a registered domain belongs to its tenant. Domains that are not registered need no proof.
 *
 * <p>Use an optional reference: without the service, no domain is registered.
 *
 * <p>Threading: thread-safe; the methods read the store and must not be called inside a transaction. Lifecycle:
 * registered after the schema is migrated.
 */
@ProviderType
public interface MailDomains {

    /**
     * Returns the reply with which mail from an address is deferred now: its domain is a sender domain that is
     * suspended, or that has had no proof for 72 hours. Empty if mail can be sent.
     */
    Optional<SmtpReply> senderDeferral(String address);

    /**
     * Returns the reply with which mail to an address is deferred now: its domain is a relay domain that is suspended,
     * or that has had no proof for 72 hours. Empty if mail can be sent.
     */
    Optional<SmtpReply> recipientDeferral(String address);

    /** Returns the relay domain of an address or a domain. */
    Optional<RelayDomain> relayDomain(String addressOrDomain);

    /**
     * A relay domain.
     *
     * @param name the domain in lower case, with A-labels (RFC 5890)
     * @param tenantId the tenant to which it belongs
     * @param account the address of the account of the tenant that holds the messages until they are sent on
     * @param host the host to which the messages are sent; empty for the MX hosts of the domain without this server
     */
    record RelayDomain(String name, String tenantId, String account, Optional<String> host) {}
}
