package svc.api.jmap.type;

import org.jspecify.annotations.Nullable;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.jmap.SetError;
import svc.api.store.Transaction;

/**
 * The rules of a type that depend on other data, such as unique names, and the consequences of changes. An
 * {@link ObjectType} that has such rules implements this interface too. The transaction contains the earlier changes of
 * the same call.
 *
 * <p>Thread-safe. A method must not block.
 *
 * @param <T> the record of the type
 */
@ConsumerType
public interface TransactionRules<T extends Record> {

    /**
     * Checks a change of a client right before it is made, and may complete it. A rejected change is tried again after
     * the other changes of the call, because these may remove the obstacle.
     *
     * @throws SetError if the change is rejected
     */
    default void check(Transaction tx, Edit<T> edit) {}

    /**
     * Called after an object was created, updated or destroyed, by a client or by a {@code RecordRepository}.
     *
     * @param before the object before the change; null if it was created
     * @param after the object after the change; null if it was destroyed
     */
    default void changed(Transaction tx, long n, @Nullable T before, @Nullable T after) {}
}
