package svc.api.jmap;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.identity.Caller;
import svc.api.store.Scope;
import svc.api.store.State;

/**
 * Hears which objects clients are served, and in what objects differ from what they were: never a value. Register it as a
 * service. It must be quick, and what it throws is logged and does no harm.
 *
 * <p>Threading: any thread, several at once.
 */
@ConsumerType
public interface Witness {

    /** A {@code /get} has written its answer; whether the client gets it, nobody knows. */
    void served(Served served);

    /** Whether it wants to hear of differences here; asked while a write is under way. */
    boolean minds(Scope scope, String type);

    /**
     * Objects differ from what they were: called after the commit, before anybody else hears of it. Not every change comes here;
     * {@link Difference#before} tells whether one is missing.
     */
    void differ(List<Difference> differences);

    /**
     * What a {@code /get} answered.
     *
     * @param caller who asked
     * @param scope whose objects
     * @param type the type
     * @param state the state that the answer tells; some of the objects may be newer
     * @param properties the names of the properties, without {@code id}
     * @param numbers the objects that were there
     */
    record Served(
            Caller caller, Scope scope, String type, State state, Set<String> properties, Collection<Long> numbers) {}

    /**
     * An object that was updated.
     *
     * @param scope whose object
     * @param type its type
     * @param n the object
     * @param before its last change before this one: as {@link svc.api.store.Snapshot#lastChanges} told it
     * @param after this change
     * @param properties what is different: properties by their names, or members of them as JSON pointers without their first
     *     slash ({@code keywords/$seen})
     */
    record Difference(Scope scope, String type, long n, State before, State after, Set<String> properties) {}
}
