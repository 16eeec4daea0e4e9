package svc.api.store;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A callback that writes, possibly on a thread of the store. The transaction ends with the callback.
 *
 * <p>The store may call it more than once, for example after a conflict with another transaction. Each call has a
 * transaction that contains nothing of the earlier calls. Values that a call keeps outside the transaction, such as
 * fields and collections of the caller, must be set anew by the next call. {@link Transaction#afterCommit} callbacks of
 * a call that was undone are dropped.
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
