package svc.net;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.identity.Caller;
import svc.api.identity.Directory;
import svc.api.net.connection.Connection;
import svc.api.net.connection.SignedInConnections;
import svc.api.time.Clock;

/**
 * Wakes the connections whose sign-in has ended: the account was disabled, its password was changed, or the token has
 * expired. Thread-safe.
 */
@Component
public final class SignInWatch implements SignedInConnections {

    private static final Duration WATCH = Duration.ofSeconds(1);

    /** The longest time between two checks of a sign-in with {@link Directory#validUntil}. */
    private static final Duration LONGEST_AGE = Duration.ofMinutes(1);

    private final Directory directory;
    private final Clock clock;
    private final Map<Connection, SignedIn> connections = new ConcurrentHashMap<>();
    private Clock.Alarm next;
    private boolean stopped;

    /**
     * The sign-in of a connection, and the result of its last check.
     *
     * @param version the version of the directory before the check
     * @param until the time until which the sign-in is valid if the version does not change
     */
    private record SignedIn(Caller caller, long version, Instant until) {}

    @Activate
    public SignInWatch(@Reference Directory directory, @Reference Clock clock) {
        this.directory = directory;
        this.clock = clock;
        this.next = clock.schedule(WATCH, this::watch);
    }

    @Deactivate
    synchronized void stop() {
        stopped = true;
        next.cancel();
    }

    private void watch() {
        synchronized (this) {
            if (stopped) {
                return;
            }
            next = clock.schedule(WATCH, this::watch);
        }
        connections.keySet().forEach(connection -> {
            if (!isActive(connection)) {
                connection.wake();
            }
        });
    }

    @Override
    public void add(Connection connection, Caller caller) {
        connections.put(connection, new SignedIn(caller, 0, Instant.MIN));
    }

    @Override
    public void remove(Connection connection) {
        connections.remove(connection);
    }

    @Override
    public boolean isActive(Connection connection) {
        SignedIn signedIn = connections.get(connection);
        if (signedIn == null) {
            return false;
        }
        Caller caller = signedIn.caller();
        long version = directory.version(caller.account().organization());
        Instant now = clock.now();
        if (version == signedIn.version() && now.isBefore(signedIn.until())) {
            return true;
        }
        Optional<Instant> end = directory.validUntil(caller).filter(now::isBefore);
        Instant nextCheck = now.plus(LONGEST_AGE);
        end.map(at -> at.isBefore(nextCheck) ? at : nextCheck)
                .ifPresent(until -> connections.replace(connection, signedIn, new SignedIn(caller, version, until)));
        return end.isPresent();
    }
}
