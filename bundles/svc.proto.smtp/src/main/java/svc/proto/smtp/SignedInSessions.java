package svc.proto.smtp;

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
import svc.api.time.Clock;

/**
 * Wakes the connections whose sign-in has ended: the account was disabled, its password was changed, or the token has
 * expired. Thread-safe.
 */
@Component(service = SignedInSessions.class)
public final class SignedInSessions {

    private static final Duration WATCH = Duration.ofSeconds(1);

    private final Directory directory;
    private final Clock clock;
    private final Map<Connection, Caller> callers = new ConcurrentHashMap<>();
    private Clock.Alarm next;
    private boolean stopped;

    @Activate
    public SignedInSessions(@Reference Directory directory, @Reference Clock clock) {
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

    void add(Connection connection, Caller caller) {
        callers.put(connection, caller);
    }

    void remove(Connection connection) {
        callers.remove(connection);
    }

    /** Returns whether a sign-in is valid now. */
    boolean isActive(Caller caller) {
        return directory
                .validUntil(caller)
                .filter(end -> clock.now().isBefore(end))
                .isPresent();
    }
}
