package svc.auth;

import java.time.Duration;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.HourlySweep;
import svc.api.store.Store;
import svc.api.time.Clock;

/** Deletes tokens when nobody can use them any more, not even to ask for a fresh one. */
@Component(service = TokenSweep.class, immediate = true)
public final class TokenSweep {

    /** How long an expired token stays in the store. */
    static final Duration GRACE = Duration.ofDays(7);

    private static final int AT_ONCE = 200;

    private final HourlySweep sweep;

    /** Begins with the first pause. */
    @Activate
    public TokenSweep(@Reference Store store, @Reference Clock clock) {
        this.sweep = new HourlySweep(
                store,
                clock,
                now -> (tx, pace) ->
                        TokenRows.sweep(tx, now.minus(TokenAuthenticator.LIFE).minus(GRACE), AT_ONCE) == AT_ONCE);
    }

    /** Ends it. */
    @Deactivate
    public void stop() {
        sweep.stop();
    }
}
