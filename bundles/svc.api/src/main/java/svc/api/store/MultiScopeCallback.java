package svc.api.store;

import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A work that writes in several scopes at once. Called once, maybe on a thread of the store.
 *
 * @param <R> what it answers
 */
@ConsumerType
@FunctionalInterface
public interface JointWriting<R> {

    /** Writes. Whatever it throws undoes all it did, in every scope, and reaches the caller. */
    R in(Joint joint);

    /** What the log calls this work when it took too long. */
    default String name() {
        return getClass().getName();
    }

    /** One transaction with several scopes. Valid only during the work, on its thread. */
    @ProviderType
    interface Joint {

        /** The transaction's part in {@code scope}, which must be one of those the write was asked for. */
        Transaction of(Scope scope);
    }
}
