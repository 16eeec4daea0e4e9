package svc.auth.tokens;

import java.time.Duration;
import java.time.Instant;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.shared.Leases;
import svc.api.store.HourlySweep;
import svc.api.store.Store;
import svc.api.time.Clock;

/** Deletes tokens that can no longer be exchanged. */
@Component(service = TokenSweep.class, immediate = true)
public final class TokenSweep {

    /** The time for which an expired token stays in the store and can be exchanged. */
    static final Duration GRACE = Duration.ofDays(7);

    private static final int AT_ONCE = 200;

    private final HourlySweep sweep;

    @Activate
    public TokenSweep(@Reference Leases leases, @Reference Store store, @Reference Clock clock) {
        this.sweep = new HourlySweep(leases, "svc.auth", store, clock, now -> (tx, pace) -> {
            Instant before = now.minus(DeviceSession.TOKEN_LIFE).minus(GRACE);
            int swept = TokenRows.sweep(tx, before, AT_ONCE);
            int forgotten = TokenRows.forget(tx, before, AT_ONCE);
            return swept == AT_ONCE || forgotten == AT_ONCE;
        });
    }

    @Deactivate
    public void stop() {
        sweep.stop();
    }
}
