package svc.api.shared;

import java.time.Duration;
import java.util.Optional;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Leases for work that only one process of the server may do at a time, for example an hourly sweep. A lease ends at its
 * time, also when its process has died. A restart of the server may end all leases.
 *
 * <p>Thread-safe. Lifecycle: the service exists from the start of the server. Do not call it inside a transaction.
 */
@ProviderType
public interface Leases {

    /**
     * Takes a lease. Returns empty while another holder has it.
     *
     * @param name the name of the work, beginning with the name of the bundle
     * @param time the length of the lease
     */
    Optional<Lease> take(String name, Duration time);

    /** A lease that was taken. */
    @ProviderType
    interface Lease {

        /** Gives the lease back. Does nothing if the lease has ended. */
        void release();
    }
}
