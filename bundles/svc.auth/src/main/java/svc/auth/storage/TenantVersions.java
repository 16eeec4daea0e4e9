package svc.auth.storage;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import org.osgi.service.component.annotations.Component;

/**
 * Version counters for cache invalidation. A tenant's counter increases after every commit that changes the tenant, and
 * before the method that made the change returns. All tenants share 1024 counters. If two tenants have the same
 * counter, a change of one causes an unnecessary read for the other, but never stale data.
 *
 * <p>A stamp is the value of the counter at the time when data was read. Data that was read while any counter increased
 * gets a stamp that is never valid. For this purpose, {@link #move} increases the global counter before the counter of
 * the tenant, and {@link #stamp} reads the global counter last.
 */
@Component(service = TenantVersions.class)
public final class TenantVersions {

    private static final int COUNTERS = 1024;
    private static final long NEVER = -1;

    private final AtomicLong all = new AtomicLong();
    private final AtomicLongArray counters = new AtomicLongArray(COUNTERS);

    /** Increases the counter of a tenant. */
    public void move(String organization) {
        all.incrementAndGet();
        counters.incrementAndGet(place(organization));
    }

    /** Returns the counter of a tenant. */
    public long of(String organization) {
        return counters.get(place(organization));
    }

    /** Returns the global counter. The caller must call this before it reads the store. */
    public long moment() {
        return all.get();
    }

    /** Returns the stamp of data that was read after {@link #moment} returned {@code moment}. */
    public long stamp(String organization, long moment) {
        long stamp = of(organization);
        return all.get() == moment ? stamp : NEVER;
    }

    /** Returns whether data with this stamp is still valid. */
    public boolean holds(String organization, long stamp) {
        return of(organization) == stamp;
    }

    private static int place(String organization) {
        return Math.floorMod(organization.hashCode(), COUNTERS);
    }
}
