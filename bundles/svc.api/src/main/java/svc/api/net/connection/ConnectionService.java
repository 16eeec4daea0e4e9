package svc.api.net.connection;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.net.ListenAddress;

/**
 * Service that serves the connections of one line protocol. Register it as a service. The server then binds its
 * listeners, limits its connections, and gives each connection to a {@link Session}.
 *
 * <p>Threading: the methods are called concurrently. Lifecycle: the listeners are bound before the phase {@code ready}
 * of a start and accept connections from that phase on, or at once if the service is registered later. When the service
 * is unregistered, its listeners are closed and its connections end as at a shutdown of the server, within 5 seconds.
 */
@ConsumerType
public interface ConnectionService {

    /** Returns the name of the protocol in limits, metrics and the log, such as {@code smtp}. */
    String protocol();

    /** Returns the listeners, at each call the same. Without a listener no port is opened. */
    List<Listener> listeners();

    /**
     * Creates the session of a new connection. On a listener with implicit TLS the handshake is complete. The method
     * must not write; the session writes the greeting at its first event, {@link Session.Event#OPENED}.
     */
    Session open(Connection connection);

    /**
     * Returns the last words to a client whose connection the server ends, with the line end, such as {@code 421 4.3.2
     * …} or {@code * BYE …}; an empty text for none.
     */
    String lastWords(Ending ending);

    /** The reason why the server ends a connection. */
    enum Ending {
        /** A limit of connections is reached. The client has no session. */
        TOO_MANY_CONNECTIONS,
        /** The server stops, or the protocol is removed from it. */
        STOPPING,
        /** The session was waiting inside {@link Session#serve} for input that did not arrive in time. */
        TIMEOUT,
        /** The session failed with an exception other than {@link java.io.IOException}. */
        FAILURE
    }

    /**
     * An address where the server listens for the protocol.
     *
     * @param name the name in the log and in {@code run/endpoints.json}, such as {@code smtp} or {@code imaps}
     * @param key the key of the configuration, for errors: {@code [smtp] listen}
     * @param address the address
     * @param implicitTls whether a connection begins with the TLS handshake
     * @param handshake the longest duration of a TLS handshake, at the beginning or after STARTTLS
     */
    record Listener(String name, String key, ListenAddress address, boolean implicitTls, Duration handshake) {

        /**
         * Returns the listener with a configured address; empty if the address is empty.
         *
         * @throws svc.api.lifecycle.StartupException the address is invalid; the message names the key
         */
        public static Stream<Listener> configured(
                String name, String key, String address, boolean implicitTls, Duration handshake) {
            return ListenAddress.parse(key, address).stream()
                    .map(parsed -> new Listener(name, key, parsed, implicitTls, handshake));
        }
    }
}
