package svc.auth.signin;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongConsumer;
import svc.api.time.Clock;
import svc.api.time.Clock.Alarm;

/**
 * Limits the audit entries of failed sign-ins per minute, and counts the omitted entries. Thus, many failures do not
 * fill the disk. Thread-safe.
 */
final class FailedSignInAudit {

    /** The maximum number of entries per minute. */
    static final int MOST = 60;

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Clock clock;
    private final LongConsumer leftOut;
    private Optional<Alarm> end = Optional.empty();
    private int permitted;
    private long refused;

    /** Creates the limit. {@code leftOut} receives the number of omitted entries of each minute. */
    FailedSignInAudit(Clock clock, LongConsumer leftOut) {
        this.clock = clock;
        this.leftOut = leftOut;
    }

    /** Returns whether a failure gets an entry. The first failure begins a minute. */
    synchronized boolean permit() {
        if (end.isEmpty()) {
            end = Optional.of(clock.schedule(MINUTE, this::endMinute));
        }
        if (permitted < MOST) {
            permitted++;
            return true;
        }
        refused++;
        return false;
    }

    private synchronized long begin() {
        long count = refused;
        end.ifPresent(Alarm::cancel);
        end = Optional.empty();
        permitted = 0;
        refused = 0;
        return count;
    }

    /** Ends a minute. This method runs on the thread of the clock, which must not wait for the disk. */
    private void endMinute() {
        long count = begin();
        if (count > 0) {
            Thread thread = new Thread(() -> leftOut.accept(count), "svc-auth-left-out");
            thread.setDaemon(true);
            thread.start();
        }
    }

    void stop() {
        long count = begin();
        if (count > 0) {
            leftOut.accept(count);
        }
    }
}
