package svc.api.operation;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * An operation on what is kept in the store: its command works with the server running and without.
 *
 * @param <A> the record of arguments
 * @param <R> the result
 */
@ConsumerType
public interface StoreOperation<A extends Record, R> extends AdminOperation<A, R> {

    @Override
    default boolean offline() {
        return true;
    }

    @Override
    default boolean needsStore() {
        return true;
    }
}
