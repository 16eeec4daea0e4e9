package svc.api.delivery;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The name of this server in mail: in trace fields, in results of checks, and in greetings.
 *
 * <p>Threading: thread-safe. Lifecycle: registered before components that use it.
 */
@ProviderType
public interface MailServerName {

    /**
     * Returns {@code [mail] hostname}; if it is not set, the host of {@code [server] public_url} or the name of the
     * machine. The name is a domain name in lower case. The first call can take seconds.
     */
    String hostname();
}
