package svc.api.tls;

import javax.net.ssl.SSLContext;
import org.osgi.annotation.versioning.ProviderType;

/**
 * The certificates and private keys of this server. Threading: thread-safe. Lifecycle: registered before the listeners
 * open; the files are read when a listener first needs them.
 */
@ProviderType
public interface TlsCertificates {

    /**
     * Returns the context for a new connection. It selects the certificate by the host name that the client requests
     * (SNI). Listeners call this method for each connection, because changed files replace the context.
     *
     * @throws svc.api.lifecycle.StartupException if no certificate is configured or the files are invalid when they are
     *     read for the first time; the message names the key of the configuration
     */
    SSLContext context();

    /**
     * Returns whether one of the certificates is valid for a host name (RFC 6125 §6.4). Returns false if no certificate
     * is configured or the files are invalid.
     */
    boolean cover(String host);
}
