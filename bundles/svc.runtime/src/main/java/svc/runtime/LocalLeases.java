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

    private final class TakenLease implements Lease {

        private final String name;
        private final long taken;
        private final Duration time;

        TakenLease(String name, long taken, Duration time) {
            this.name = name;
            this.taken = taken;
            this.time = time;
        }

        boolean ended(long now) {
            return now - taken >= time.toNanos();
        }

        @Override
        public void release() {
            LocalLeases.this.release(name, this);
        }
    }

    @Override
    public synchronized Optional<Lease> take(String name, Duration time) {
        long now = clock.nanos();
        TakenLease present = taken.get(name);
        if (present != null && !present.ended(now)) {
            return Optional.empty();
        }
        TakenLease lease = new TakenLease(name, now, time);
        taken.put(name, lease);
        return Optional.of(lease);
    }

    private synchronized void release(String name, TakenLease lease) {
        taken.remove(name, lease);
    }
}
