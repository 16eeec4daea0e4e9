package svc.net;

import java.time.Duration;
import java.util.Map;
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

    private final Directory directory;
    private final Clock clock;
    private final Map<Connection, Caller> callers = new ConcurrentHashMap<>();
    private Clock.Alarm next;
    private boolean stopped;

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
        callers.forEach((connection, caller) -> {
            if (!isActive(caller)) {
                connection.wake();
            }
        });
    }

    @Override
    public void add(Connection connection, Caller caller) {
        callers.put(connection, caller);
    }

    @Override
    public void remove(Connection connection) {
        callers.remove(connection);
    }

    @Override
    public boolean isActive(Caller caller) {
        return directory
                .validUntil(caller)
                .filter(end -> clock.now().isBefore(end))
                .isPresent();
    }
}
