package svc.api.jmap.type;

import java.util.Collection;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.jmap.CallContext;
import svc.api.store.Snapshot;

/**
 * Properties of a type that another bundle computes. Register it as a service. Only clients that use
 * {@link #capability} see these properties, and can request them, beside the type's own properties.
 *
 * <p>Thread-safe: methods may be called from several threads at once.
 */
@ConsumerType
public interface PropertyContribution {

    /** Returns the name of the type. */
    String type();

    /** Returns the URN that a request must use. */
    String capability();

    /** Returns the names of the properties. */
    Set<String> properties();

    /**
     * Returns the facet of the type on which these properties depend: the properties change only when this facet
     * changes. Push then sends the properties to clients only when this facet changes. The properties of the facet must
     * be {@linkplain TypeDescriptor#withFacetProperties listed}. Empty if the properties do not depend on a facet.
     */
    default OptionalInt facet() {
        return OptionalInt.empty();
    }

    /** Returns the requested properties of the objects as plain values; a property that is not in the map is null. */
    Map<Long, Map<String, @Nullable Object>> read(Snapshot snapshot, Collection<Long> numbers, Set<String> wanted);

    /**
     * Returns the requested properties as the caller of a method sees them. A bundle whose values depend on the caller,
     * for example because they tell of objects that the caller does not see, overrides this method.
     */
    default Map<Long, Map<String, @Nullable Object>> read(
            Snapshot snapshot, Collection<Long> numbers, Set<String> wanted, CallContext context) {
        return read(snapshot, numbers, wanted);
    }
}
