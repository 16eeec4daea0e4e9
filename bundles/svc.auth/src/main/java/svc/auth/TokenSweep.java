package svc.auth;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.Job;
import svc.api.store.Scope;
import svc.api.store.Slice;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.api.time.Clock.Alarm;

/** Deletes tokens when nobody can use them any more, not even to ask for a fresh one. */
@Component(service = TokenSweep.class, immediate = true)
public final class TokenSweep {

    /** How long an expired token stays in the store. */
    static final Duration GRACE = Duration.ofDays(7);

    private static final Duration PAUSE = Duration.ofHours(1);
    private static final int AT_ONCE = 200;

    private final Store store;
    private final Clock clock;
    private Alarm alarm;
    private @Nullable Job job;

    /** Begins with the first pause. */
    @Activate
    public TokenSweep(@Reference Store store, @Reference Clock clock) {
        this.store = store;
        this.clock = clock;
        this.alarm = clock.after(PAUSE, this::sweep);
    }

    private synchronized void sweep() {
        Instant before = clock.now().minus(TokenAuthenticator.LIFE).minus(GRACE);
        Slice slice = (tx, pace) -> TokenRows.sweep(tx, before, AT_ONCE) == AT_ONCE;
        job = store.job(Scope.system(), slice);
        alarm = clock.after(PAUSE, this::sweep);
    }

    /** Ends it. */
    @Deactivate
    public synchronized void stop() {
        alarm.cancel();
        if (job != null) {
            job.cancel();
        }
    }
}
