package svc.api.jmap.type;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;

/**
 * A pending change of one object. Valid during the call of {@link ObjectType#validate}. Not thread-safe.
 *
 * @param <T> the record of the type
 */
@ProviderType
public interface Edit<T extends Record> {

    /** Returns the object before the change; null if it is being created. */
    @Nullable
    T before();

    /** Returns the object after the change; null if it is being destroyed. */
    @Nullable
    T after();

    /**
     * Replaces {@link #after}, the object as it will be stored. The new object may set properties that only the server
     * sets.
     */
    void setAfter(T after);

    /** Returns the caller of the method. */
    Caller caller();

    /** Returns the time of the change. */
    Instant now();
}
