package svc.api.jmap.type;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.jmap.CallContext;
import svc.api.store.Snapshot;

/**
 * A pending change of one object. Valid during the call of {@link ObjectType#validate} or
 * {@link TransactionRules#check}. Not thread-safe.
 *
 * @param <T> the record of the type
 */
@ProviderType
public interface Edit<T extends Record> {

    /** Returns the number of the object; 0 if it is being created. */
    long n();

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

    /** Adds an invalid property. The error of the change names all that were added. */
    void reject(String property, String description);

    /** Returns the data of the account, which does not contain the change. */
    Snapshot snapshot();

    /** Returns the method call. */
    CallContext context();

    /** Returns the time of the change. */
    Instant now();
}
