package svc.api.jmap;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.store.Snapshot;

/**
 * Properties of a type that another bundle computes. Register it as a service. Clients that use its capability see them
 * beside the type's own, and only they can ask for them.
 *
 * <p>Threading: any thread, several at once.
 */
@ConsumerType
public interface PropertyContribution {

    /** The name of the type. */
    String type();

    /** The URN that a request must use. */
    String capability();

    /** The names of the properties. */
    Set<String> properties();

    /** The wanted properties of the objects, plain values; one that is left out is null. */
    Map<Long, Map<String, @Nullable Object>> read(Snapshot snapshot, Collection<Long> numbers, Set<String> wanted);
}
