package svc.api.store;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Publishes the state changes that any node committed. On a single node, the service forwards the changes of the local
 * store. A cluster provides its own implementation.
 *
 * <p>Thread-safe. The guarantees of {@link StateListener} apply.
 */
@ProviderType
public interface StateBus {

    /** Registers a listener for all later changes. */
    Registration listen(StateListener listener);

    /** A registered listener. */
    @ProviderType
    @FunctionalInterface
    interface Registration extends AutoCloseable {
        /** Unregisters the listener. */
        @Override
        void close();
    }
}
