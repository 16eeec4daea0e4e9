package svc.api.store;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A callback that writes. Called once, possibly on a thread of the store. The transaction ends with the callback.
 *
 * @param <R> the type of the result
 */
@ConsumerType
@FunctionalInterface
public interface TransactionCallback<R> {

    /** Writes. An exception rolls back all changes and is rethrown to the caller. */
    R run(Transaction tx);

    /** Returns the name of the callback for log messages about slow writes. */
    default String name() {
        return getClass().getName();
    }

    /** Returns a callback with a name. */
    static <R> TransactionCallback<R> named(String name, TransactionCallback<R> work) {
        return new TransactionCallback<>() {
            @Override
            public R run(Transaction tx) {
                return work.run(tx);
            }

            @Override
            public String name() {
                return name;
            }
        };
    }
}
