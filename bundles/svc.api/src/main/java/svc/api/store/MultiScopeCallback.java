package svc.api.store;

import org.osgi.annotation.versioning.ConsumerType;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A callback that writes in several scopes in one transaction, possibly on a thread of the store. The store may call it
 * more than once; the rules of {@link TransactionCallback} apply.
 *
 * @param <R> the type of the result
 */
@ConsumerType
@FunctionalInterface
public interface MultiScopeCallback<R> {

    /** Writes. An exception rolls back all scopes and is rethrown to the caller. */
    R run(Joint joint);

    /** Returns the name of the callback for log messages about slow writes. */
    default String name() {
        return getClass().getName();
    }

    /** One transaction over several scopes. Valid only during the callback, on its thread. */
    @ProviderType
    interface Joint {

        /** Returns the transaction of {@code scope}, which must be one of the scopes passed to the write. */
        Transaction of(Scope scope);
    }
}
