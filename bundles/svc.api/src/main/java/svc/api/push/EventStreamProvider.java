package svc.api.push;

import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.identity.Caller;

/**
 * Service that provides an event stream (server-sent events) at its own path. Register it as a service. The server
 * handles the connection as at {@code /jmap/eventsource}: authentication, the parameters {@code types} and
 * {@code ping}, the limit per account, and the end of the stream. The provider supplies the events.
 *
 * <p>Threading: called from any thread. Lifecycle: when the service is unregistered, its streams end.
 */
@ConsumerType
public interface EventStreamProvider {

    /** Returns the path. The path must not change while the service is registered. */
    String path();

    /** Opens a stream for an accepted client. */
    Session open(Request opening);

    /**
     * A request for a stream that the server has accepted.
     *
     * @param caller the authenticated caller
     * @param stream the push connection of the client, which is not subscribed yet; {@link PushConnection#wake} causes
     *     a call of {@link Session#next}
     * @param types the requested types; empty for all
     * @param since the {@code Last-Event-ID} of the client
     */
    record Request(Caller caller, PushConnection stream, Optional<Set<String>> types, Optional<String> since) {}

    /** The events of one client, in blocks of bytes. Threading: not called concurrently. */
    @ConsumerType
    interface Session {

        /** Returns the first block. */
        byte[] firstBlock();

        /**
         * Returns the next block; empty if there is none now. The server calls this method when the client can accept
         * data, and again each time the connection is woken.
         */
        Optional<byte[]> next();

        /** Called when the client has disconnected or the caller is no longer valid. */
        void close();
    }
}
