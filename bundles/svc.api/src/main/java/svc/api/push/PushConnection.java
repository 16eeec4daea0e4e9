package svc.api.push;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Somebody who stays connected. It knows how far the client was told; whoever writes to the client asks for what is new when the
 * client can take it, so that nothing heaps up for one that is slow. Threading: any thread.
 */
@ProviderType
public interface Stream extends AutoCloseable {

    /**
     * Tells of changes from now on.
     *
     * @param types the names of types; empty for all
     * @param since how far the client was told before, as a {@link Moved} said; what happened since is told first, and with a
     *     text that says nothing everything is told that stands now
     */
    void follow(Optional<Set<String>> types, Optional<String> since);

    /** Tells of nothing any more. */
    void rest();

    /** What is new and may go out now; with that it counts as told. */
    Optional<Moved> next();

    /**
     * How far the client was told, as a push state that also says something else; see {@link PushStates#text}. Empty when nobody
     * knows.
     */
    Optional<String> told(Optional<String> rest);

    /** Whether the caller may not go on: the sign-in has ended or run out. */
    boolean over();

    /** Has the work run soon. */
    void poke();

    /** Lets the caller go. */
    @Override
    void close();

    /**
     * What is told at once.
     *
     * @param changed by the id of the account and the name of the type, the state that a {@code /get} would tell
     * @param pushState how far the client is told with this
     */
    record Moved(Map<String, Map<String, String>> changed, String pushState) {}
}
