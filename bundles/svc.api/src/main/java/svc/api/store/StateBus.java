package svc.api.store;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Where changes are heard of, whichever node committed them. On a server of one node it passes on what the store tells; one of
 * several nodes brings a bus of its own.
 *
 * <p>Threading: any thread. What a {@link StateListener} may rely on holds here too.
 */
@ProviderType
public interface StateBus {

    /** Tells a listener of all changes from now on. */
    Listening listen(StateListener listener);

    /** A listener that is told. */
    @ProviderType
    @FunctionalInterface
    interface Listening extends AutoCloseable {
        /** Tells it no more. */
        @Override
        void close();
    }
}
