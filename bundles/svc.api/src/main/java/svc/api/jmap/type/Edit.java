package svc.api.jmap;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;

/**
 * A change of one object that is about to be made. Threading and lifecycle: for the call of {@link ObjectType#check}.
 *
 * @param <T> the record of the type
 */
@ProviderType
public interface Edit<T extends Record> {

    /** The object as it is; null when it is being created. */
    @Nullable
    T before();

    /** The object as it is going to be; null when it is being destroyed. */
    @Nullable
    T after();

    /** Changes what it is going to be, also the properties that only the server sets. */
    void complete(T after);

    /** Who asks. */
    Caller caller();

    /** The time. */
    Instant now();
}
