package svc.api.push;

import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.identity.Caller;

/**
 * A stream of server-sent events with a path of its own. Register it as a service, and the server lets clients in there as it does
 * at {@code /jmap/eventsource} (who may, the parameters {@code types} and {@code ping}, how many an account may have, how a stream
 * ends); this says what they are told.
 *
 * <p>Threading: any thread. Lifecycle: when the service goes, its streams end.
 */
@ConsumerType
public interface EventFeed {

    /** The path. Always the same while the service is registered. */
    String path();

    /** Lets a client in. */
    Telling open(Opening opening);

    /**
     * A client that is let in.
     *
     * @param caller who it is
     * @param stream what wakes this up; it follows nothing yet
     * @param types the types that the client named; empty for all
     * @param since the last id that it saw
     */
    record Opening(Caller caller, Stream stream, Optional<Set<String>> types, Optional<String> since) {}

    /** What one client is told, in blocks as they go out. Threading: one thread at a time. */
    @ConsumerType
    interface Telling {

        /** The first block. */
        byte[] begin();

        /**
         * The next block, made when the client can take it and not before. Asked again whenever the stream's work runs; empty for
         * nothing now.
         */
        Optional<byte[]> next();

        /** The client has gone, or may not go on. */
        void close();
    }
}
