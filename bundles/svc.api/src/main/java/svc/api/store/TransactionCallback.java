package svc.api.store;

import org.osgi.annotation.versioning.ConsumerType;

/**
 * A work that writes. Called once, maybe on a thread of the store; the transaction ends with it.
 *
 * @param <R> what it answers
 */
@ConsumerType
@FunctionalInterface
public interface Writing<R> {

    /** Writes. Whatever it throws undoes all it did and reaches the caller. */
    R in(Transaction tx);

    /** What the log calls this work when it took too long. */
    default String name() {
        return getClass().getName();
    }

    /** The same work under a name. */
    static <R> Writing<R> named(String name, Writing<R> work) {
        return new Writing<>() {
            @Override
            public R in(Transaction tx) {
                return work.in(tx);
            }

            @Override
            public String name() {
                return name;
            }
        };
    }
}
