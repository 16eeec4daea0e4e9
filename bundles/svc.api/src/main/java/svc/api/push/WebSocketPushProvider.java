package svc.api.push;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.identity.Caller;

/**
 * What a bundle tells on sockets, as objects of its own beside the changes of states. Register it as a service, and whoever has
 * enabled push on a socket (RFC 8887 §4.3.5.2) is told.
 *
 * <p>Threading: any thread. Lifecycle: when the service goes, what it opened is closed.
 */
@ConsumerType
public interface SocketFeed {

    /** Begins to tell a client that has enabled push. */
    Telling open(Opening opening);

    /**
     * A client that has enabled push.
     *
     * @param caller who it is
     * @param poke has the client asked for the next object soon; it may be called from any thread, also while something is told
     * @param since the push state with which it comes, whoever wrote it; empty when it comes with none
     */
    record Opening(Caller caller, Runnable poke, Optional<String> since) {}

    /** What one client is told. Threading: one thread at a time. */
    @ConsumerType
    interface Telling {

        /** The next object, with its {@code @type}, made when the client can take it; with that it counts as told. */
        Optional<Map<String, @Nullable Object>> next();

        /**
         * What the push states of this socket say of it from now on, to be found again in {@link Opening#since}: short, of the
         * characters of {@link PushStates#text}. Empty for nothing.
         */
        Optional<String> rest();

        /** The client has gone, or has disabled push. */
        void close();
    }
}
