package svc.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import svc.api.time.Clock;

/** Both times stand still until the test moves them together. It runs no tasks. */
public final class StillClock implements Clock {

    private static final Instant BEGINNING = Instant.parse("2030-01-01T00:00:00Z");

    private final AtomicLong passed = new AtomicLong();

    /** Made at the beginning of 2030. */
    public StillClock() {}

    /** Lets time pass. */
    public void leap(Duration by) {
        passed.addAndGet(by.toNanos());
    }

    @Override
    public Instant now() {
        return BEGINNING.plusNanos(passed.get());
    }

    @Override
    public long nanos() {
        return passed.get();
    }

    @Override
    public Alarm after(Duration delay, Runnable task) {
        throw new UnsupportedOperationException("This clock runs no tasks");
    }
}
