package svc.api.jmap;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * A type of objects, described by a record: its components are the properties. Register it as a service, and the server
 * keeps such objects and answers {@code /get}, {@code /changes}, {@code /set}, {@code /copy}, {@code /query} and
 * {@code /queryChanges} for them.
 *
 * <p>A component may be a {@code String}, {@code boolean}, {@code int}, {@code long}, {@code double}, their boxes, an enum,
 * {@link java.time.Instant} (a {@code UTCDate}), a {@code List}, a {@code Map} with texts as keys, or another record. One that
 * is {@code @Nullable} may be null and is null when it is left out; any other must be given at creation unless it has a
 * {@link Default}. See also {@link Immutable}, {@link ServerSet}, {@link Filterable} and {@link RefersTo}. The {@code id} is
 * always there and is no component.
 *
 * <p>Threading: any thread, several at once. Lifecycle: what the server derived goes with the service; the objects stay.
 *
 * @param <T> the record
 */
@ConsumerType
public interface ObjectType<T extends Record> {

    /** The name of the type, with a capital: that of the record, unless it says otherwise. */
    default String name() {
        return shape().getSimpleName();
    }

    /** The URN of the capability that a request must use. */
    String capability();

    /** The record. */
    Class<T> shape();

    /** The letter that the ids begin with. */
    default char letter() {
        return name().toLowerCase(Locale.ROOT).charAt(0);
    }

    /** What clients may do; all by default. */
    default Set<Verb> verbs() {
        return EnumSet.allOf(Verb.class);
    }

    /**
     * Looks at a change before it is made, and may complete it: for what the record cannot say. It may be called more than
     * once for a change, and must not do anything else.
     *
     * @throws SetError the change is refused
     */
    default void check(Edit<T> edit) {}
}
