package svc.testkit;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import svc.api.time.Clock;

/** A clock whose wall time and monotonic time change only when the test advances them. It runs no tasks. */
public final class ManualClock implements Clock {

    private static final Instant BEGINNING = Instant.parse("2030-01-01T00:00:00Z");

    private final AtomicLong elapsed = new AtomicLong();

    /** Creates a clock at the beginning of 2030. */
    public ManualClock() {}

    /** Advances both times. */
    public void leap(Duration by) {
        elapsed.addAndGet(by.toNanos());
    }

    @Override
    public Instant now() {
        return BEGINNING.plusNanos(elapsed.get());
    }

    @Override
    public long nanos() {
        return elapsed.get();
    }

    @Override
    public Alarm schedule(Duration delay, Runnable task) {
        throw new UnsupportedOperationException("This clock runs no tasks");
    }
}
