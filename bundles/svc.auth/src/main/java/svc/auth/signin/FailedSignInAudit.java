package svc.auth;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongConsumer;
import svc.api.time.Clock;
import svc.api.time.Clock.Alarm;

/**
 * So many failed sign-ins a minute are entered in the audit, and of the others only how many there were: a flood must not
 * fill the disk. Any thread.
 */
final class FailedSignIns {

    /** So many entries a minute. */
    static final int MOST = 60;

    private static final Duration MINUTE = Duration.ofMinutes(1);

    private final Clock clock;
    private final LongConsumer leftOut;
    private Optional<Alarm> end = Optional.empty();
    private int permitted;
    private long refused;

    /** {@code leftOut} takes the number of those that were left out in a minute. */
    FailedSignIns(Clock clock, LongConsumer leftOut) {
        this.clock = clock;
        this.leftOut = leftOut;
    }

    /** Whether this one has a place. The minute begins with the first that failed. */
    synchronized boolean permit() {
        if (end.isEmpty()) {
            end = Optional.of(clock.after(MINUTE, this::endMinute));
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

    /** On the clock's thread, which has no time to wait for the disk. */
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
