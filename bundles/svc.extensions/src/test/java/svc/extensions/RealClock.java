package svc.extensions;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import svc.api.time.Clock;

/** A clock of the machine's time, for tests that start a framework without the server's own clock. */
final class RealClock implements Clock, AutoCloseable {

    private final ScheduledThreadPoolExecutor alarms = new ScheduledThreadPoolExecutor(1, work -> {
        Thread thread = new Thread(work, "test-clock");
        thread.setDaemon(true);
        return thread;
    });

    RealClock() {
        alarms.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Alarm schedule(Duration delay, Runnable task) {
        Future<?> waiting = alarms.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> waiting.cancel(false);
    }

    @Override
    public void close() {
        alarms.shutdownNow();
    }
}
