package svc.api.push;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.identity.Caller;

/**
 * Service that pushes its own objects on WebSockets, in addition to state changes. Register it as a service. The server
 * calls the service for each client that has enabled push on a socket (RFC 8887 §4.3.5.2).
 *
 * <p>Threading: called from any thread. Lifecycle: when the service is unregistered, its sessions are closed.
 */
@ConsumerType
public interface WebSocketPushProvider {

    /** Opens a session for a client that has enabled push. */
    Session open(Request opening);

    /**
     * A client that has enabled push.
     *
     * @param caller the authenticated caller
     * @param wake schedules a call of {@link Session#next}; can be called from any thread, also during such a call
     * @param since the push state that the client sent, from any transport; empty if it sent none
     */
    record Request(Caller caller, Runnable wake, Optional<String> since) {}

    /** The objects for one client. Threading: not called concurrently. */
    @ConsumerType
    interface Session {

        /**
         * Returns the next object with its {@code @type}, and considers it sent. Called when the client can accept
         * data.
         */
        Optional<Map<String, @Nullable Object>> next();

        /**
         * Returns the additional text for the push states that this socket sends from now on. If the client later sends
         * such a push state, {@link Request#since} contains the text. The text must be short and contain only the
         * characters that {@link PushStateCodec#encode} allows. Empty for no text.
         */
        Optional<String> continuation();

        /** Called when the client has disconnected or disabled push. */
        void close();
    }
}
