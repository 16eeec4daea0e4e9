package svc.auth;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.osgi.service.component.annotations.Component;

/**
 * Counters that move with every change of an organization, so that what was remembered about it is known to be out of date.
 * Organizations share counters: a counter that moves too often costs a read of the store, one that stands still when it
 * should not cannot be. Whoever changes something commits, then moves, then returns.
 *
 * <p>What is read while something moves gets a stamp that never holds. Hence the order: {@link #move} moves the counter of
 * everything first and {@link #stamp} looks at it last.
 */
@Component(service = Pulse.class)
public final class Pulse {

    private static final int COUNTERS = 1024;
    private static final long NEVER = -1;

    private final AtomicLong all = new AtomicLong();
    private final AtomicLongArray counters = new AtomicLongArray(COUNTERS);

    /** Something of this organization has changed. */
    void move(String organization) {
        all.incrementAndGet();
        counters.incrementAndGet(place(organization));
    }

    /** Moves with every change of the organization. */
    long of(String organization) {
        return counters.get(place(organization));
    }

    /** To be taken before the store is read. */
    long moment() {
        return all.get();
    }

    /** The stamp of what was read since {@code moment}. */
    long stamp(String organization, long moment) {
        long stamp = of(organization);
        return all.get() == moment ? stamp : NEVER;
    }

    /** Whether what has this stamp is still true. */
    boolean holds(String organization, long stamp) {
        return of(organization) == stamp;
    }

    private static int place(String organization) {
        return Math.floorMod(organization.hashCode(), COUNTERS);
    }
}
