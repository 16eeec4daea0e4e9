package svc.api.jmap.type;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.jmap.SetError;
import svc.api.jmap.StandardMethod;

/**
 * A type whose objects are described by a record; the record components are the properties. Register it as a service.
 * The server then stores the objects and answers {@code /get}, {@code /changes}, {@code /set}, {@code /copy},
 * {@code /query} and {@code /queryChanges} for them.
 *
 * <p>A component may be a {@code String}, {@code boolean}, {@code int}, {@code long}, {@code double}, their boxes, an
 * enum, {@link java.time.Instant} (a {@code UTCDate}), a {@code List}, a {@code Map} with string keys, or another
 * record. A {@code @Nullable} component may be null and is null when omitted. Any other component is required at
 * creation unless it has a {@link Default}. See also {@link Immutable}, {@link ServerSet}, {@link Filterable} and
 * {@link RefersTo}. Every object has an {@code id}, which is not a component.
 *
 * <p>Thread-safe: methods may be called from several threads at once. When the service is unregistered, the derived
 * methods disappear and the objects stay.
 *
 * @param <T> the record of the type
 */
@ConsumerType
public interface ObjectType<T extends Record> {

    /** Returns the name of the type, with an initial capital; by default the simple name of the record. */
    default String name() {
        return recordType().getSimpleName();
    }

    /** Returns the URN of the capability that a request must use. */
    String capability();

    /** Returns the record class. */
    Class<T> recordType();

    /** Returns the first letter of the ids. */
    default char idPrefix() {
        return name().toLowerCase(Locale.ROOT).charAt(0);
    }

    /** Returns the methods available to clients; all by default. */
    default Set<StandardMethod> methods() {
        return EnumSet.allOf(StandardMethod.class);
    }

    /**
     * Validates a change before it is made, by rules that the record cannot express. The method may also complete the
     * object with {@link Edit#setAfter}. It may be called more than once for a change, and must have no other side
     * effects.
     *
     * @throws SetError if the change is rejected
     */
    default void validate(Edit<T> edit) {}
}
