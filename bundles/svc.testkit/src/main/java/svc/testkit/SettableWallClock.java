package svc.testkit;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import svc.api.time.Clock;

/**
 * A wall clock that stands where the test sets it; its monotonic time is the machine's, unless the test lets it run faster. It
 * runs no tasks.
 */
public final class SetClock implements Clock {

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2030-01-01T00:00:00Z"));

    private final AtomicLong hurried = new AtomicLong();
    private volatile long step;

    /** Made at the beginning of 2030. */
    public SetClock() {}

    /** Moves the wall clock; back, too. */
    public void move(Duration by) {
        now.updateAndGet(instant -> instant.plus(by));
    }

    @Override
    public Instant now() {
        return requireNonNull(now.get());
    }

    /** From now on each look at the monotonic time finds it this much later. */
    public void hurry(Duration step) {
        this.step = step.toNanos();
    }

    @Override
    public long nanos() {
        return System.nanoTime() + hurried.addAndGet(step);
    }

    @Override
    public Alarm after(Duration delay, Runnable task) {
        throw new UnsupportedOperationException("This clock runs no tasks");
    }
}
