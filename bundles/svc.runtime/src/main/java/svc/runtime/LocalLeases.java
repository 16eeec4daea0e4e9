package svc.runtime;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.shared.Leases;
import svc.api.time.Clock;

/** The leases of a server with one process, in memory. */
@Component(service = Leases.class)
public final class LocalLeases implements Leases {

    private final Clock clock;
    private final Map<String, TakenLease> taken = new HashMap<>();

    @Activate
    public LocalLeases(@Reference Clock clock) {
        this.clock = clock;
    }

    @Override
    public synchronized Optional<Lease> take(String name, Duration time) {
        TakenLease present = taken.get(name);
        if (present != null && clock.nanos() - present.end < 0) {
            return Optional.empty();
        }
        TakenLease lease = new TakenLease(clock.nanos() + time.toNanos());
        taken.put(name, lease);
        return Optional.of(() -> release(name, lease));
    }

    private synchronized void release(String name, TakenLease lease) {
        taken.remove(name, lease);
    }

    /** A lease, and the monotonic time of its end. Two leases are never equal. */
    private static final class TakenLease {

        private final long end;

        TakenLease(long end) {
            this.end = end;
        }
    }
}
