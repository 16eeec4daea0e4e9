package svc.api.push;

import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Caller;

/** Opens push connections, up to the limit per account for all transports together. Threading: thread-safe. */
@ProviderType
public interface PushConnections {

    /** Returns the maximum number of open connections of an account. */
    int limitPerAccount();

    /**
     * Opens a connection.
     *
     * @param work the task to run when there may be changes, or when the connection may have expired
     *     ({@link PushConnection#isExpired}). It runs on a server thread, never concurrently with itself, and must not
     *     block
     * @return empty if the account has reached the limit
     */
    Optional<PushConnection> open(Caller caller, Runnable work);
}
