package svc.http.routes;

import java.time.Duration;
import svc.api.time.Clock;

/** The end of a wait, on the monotonic clock. */
public final class Deadline {

    private final Clock clock;
    private final long end;

    public Deadline(Clock clock, Duration time) {
        this.clock = clock;
        this.end = clock.nanos() + time.toNanos();
    }

    boolean passed() {
        return left().isZero();
    }

    /** Runs a task at the deadline, or immediately when it has passed. */
    Clock.Alarm schedule(Runnable task) {
        return clock.schedule(left(), task);
    }

    private Duration left() {
        return Duration.ofNanos(Math.max(0, end - clock.nanos()));
    }
}
