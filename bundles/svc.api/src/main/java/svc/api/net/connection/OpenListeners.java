package svc.api.net.connection;

import java.util.List;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.net.ListenAddress;

/**
 * Service that knows the open listeners of a transport other than HTTP. The server publishes them in
 * {@code run/endpoints.json}. Threading: thread-safe. Lifecycle: complete in the phase {@code ready} of a start.
 */
@ProviderType
public interface OpenListeners {

    /** Returns the open listeners. */
    List<OpenListener> listeners();

    /**
     * An open listener.
     *
     * @param name the name, such as {@code smtp} or {@code imaps}
     * @param address the bound address with the actual port
     * @param implicitTls whether a connection begins with the TLS handshake
     */
    record OpenListener(String name, ListenAddress address, boolean implicitTls) {}
}
