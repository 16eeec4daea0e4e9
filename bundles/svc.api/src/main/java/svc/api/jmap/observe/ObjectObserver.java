package svc.api.jmap.observe;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.identity.Caller;
import svc.api.jmap.type.TypeDescriptor;
import svc.api.store.Scope;
import svc.api.store.State;

/**
 * Service that receives the numbers of the objects that a {@code /get} returned, and the names of the properties that
 * an update changed. It does not receive the values of properties. Register it as a service. Implementations must
 * return quickly; exceptions are logged and ignored.
 *
 * <p>Threading: called from any thread, several at once.
 */
@ConsumerType
public interface ObjectObserver {

    /** Called when a {@code /get} has written its response. The client may not have received the response. */
    void objectsServed(ServedObjects served);

    /** Returns whether this observer needs the updates of a type in a scope. Called during a write. */
    boolean isInterested(Scope scope, String type);

    /**
     * Called after the commit of updates, before the state listeners. Not every change is reported. An observer detects
     * that a change is missing if {@link ObjectUpdate#before} is not the {@code after} of the previous update of the
     * object.
     */
    void objectsUpdated(List<ObjectUpdate> differences);

    /**
     * The objects that a {@code /get} returned.
     *
     * @param caller the caller of the method
     * @param scope the scope of the objects
     * @param type the type of the objects
     * @param state the state in the response; some of the objects may be newer
     * @param properties the names of the returned properties, without {@code id}
     * @param numbers the numbers of the objects that exist
     */
    record ServedObjects(
            Caller caller, Scope scope, String type, State state, Set<String> properties, Collection<Long> numbers) {}

    /**
     * An updated object.
     *
     * @param scope the scope of the object
     * @param type the type of the object
     * @param n the number of the object
     * @param before the state of the previous change of the object in a facet whose properties are not
     *     {@linkplain TypeDescriptor#facets listed}, as returned by
     *     {@link svc.api.store.Snapshot#lastChanges(String, Collection, svc.api.store.Facets)}
     * @param after the state of this change
     * @param properties the changed properties by name, or changed members of them as JSON pointers without the leading
     *     slash ({@code keywords/$seen})
     */
    record ObjectUpdate(Scope scope, String type, long n, State before, State after, Set<String> properties) {}
}
