package svc.testkit;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import svc.api.time.Clock;

/**
 * A clock whose wall time changes only when the test moves it. Its monotonic time is that of the machine, unless the
 * test speeds it up. It runs no tasks.
 */
public final class SettableWallClock implements Clock {

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2030-01-01T00:00:00Z"));

    private final AtomicLong advanced = new AtomicLong();
    private volatile long step;

    /** Creates a clock at the beginning of 2030. */
    public SettableWallClock() {}

    /** Moves the wall time forward or back. */
    public void move(Duration by) {
        now.updateAndGet(instant -> instant.plus(by));
    }

    @Override
    public Instant now() {
        return requireNonNull(now.get());
    }

    /** Adds this duration to the monotonic time on each later reading. */
    public void hurry(Duration step) {
        this.step = step.toNanos();
    }

    @Override
    public long nanos() {
        return System.nanoTime() + advanced.addAndGet(step);
    }

    @Override
    public Alarm schedule(Duration delay, Runnable task) {
        throw new UnsupportedOperationException("This clock runs no tasks");
    }
}
