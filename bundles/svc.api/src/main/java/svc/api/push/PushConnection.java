package svc.api.push;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * One open push connection (RFC 8620 §7.3, RFC 8887 §4.3.5). The connection stores the last state that was sent. The
 * transport polls the connection when the client can accept data, so a slow client causes no backlog. Threading:
 * thread-safe.
 */
@ProviderType
public interface PushConnection extends AutoCloseable {

    /**
     * Starts reporting changes.
     *
     * @param types the names of types; empty for all
     * @param since the push state of an earlier {@link Changes}: later changes are reported first. If the push state is
     *     not valid, the current states of all types are reported
     */
    void subscribe(Optional<Set<String>> types, Optional<String> since);

    /** Stops reporting changes. */
    void unsubscribe();

    /** Returns the changes that can be sent now, and stores them as sent. */
    Optional<Changes> poll();

    /**
     * Returns the push state of the client with additional text, see {@link PushStateCodec#encode}; empty if the state
     * is unknown.
     *
     * @param rest the additional text
     */
    Optional<String> pushState(Optional<String> rest);

    /** Returns whether the caller is no longer valid: the sign-in was ended or has expired. */
    boolean isExpired();

    /** Schedules a run of the task that was passed to {@link PushConnections#open}. */
    void wake();

    /** Ends the connection. */
    @Override
    void close();

    /**
     * The changes that are sent together.
     *
     * @param changed the new states by account id and type name, as {@code /get} returns them
     * @param pushState the push state of a client that has received these changes
     */
    record Changes(Map<String, Map<String, String>> changed, String pushState) {}
}
