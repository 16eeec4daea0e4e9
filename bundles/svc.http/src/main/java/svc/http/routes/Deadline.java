package svc.http;

import java.time.Duration;
import svc.api.time.Clock;

/** A moment on the monotonic time until which something is waited for. */
final class Deadline {

    private final Clock clock;
    private final long end;

    Deadline(Clock clock, Duration time) {
        this.clock = clock;
        this.end = clock.nanos() + time.toNanos();
    }

    boolean passed() {
        return left().isZero();
    }

    /** Runs a task at the deadline, or at once when it has passed. */
    Clock.Alarm then(Runnable task) {
        return clock.after(left(), task);
    }

    private Duration left() {
        return Duration.ofNanos(Math.max(0, end - clock.nanos()));
    }
}
