package svc.http;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import svc.api.time.Clock;

/** A clock that follows the machine's time and can be advanced by a test. */
public final class AdvancingClock implements Clock, AutoCloseable {

    private final AtomicLong ahead = new AtomicLong();
    private final List<Task> tasks = new ArrayList<>();
    private final ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(1, run -> {
        Thread made = new Thread(run, "test-clock");
        made.setDaemon(true);
        return made;
    });

    public AdvancingClock() {
        thread.setRemoveOnCancelPolicy(true);
    }

    @Override
    public Instant now() {
        return Instant.now().plusNanos(ahead.get());
    }

    @Override
    public long nanos() {
        return System.nanoTime() + ahead.get();
    }

    @Override
    public Alarm schedule(Duration delay, Runnable run) {
        Task task = new Task(nanos() + delay.toNanos(), run);
        synchronized (tasks) {
            tasks.add(task);
        }
        ScheduledFuture<?> timer = thread.schedule(() -> runOnce(task), delay.toNanos(), TimeUnit.NANOSECONDS);
        return () -> {
            timer.cancel(false);
            return take(task);
        };
    }

    /** Advances the wall time, the monotonic time and the scheduled tasks in one step. */
    public void advance(Duration by) {
        ahead.addAndGet(by.toNanos());
        List<Task> due;
        synchronized (tasks) {
            due = tasks.stream().filter(task -> task.due - nanos() <= 0).toList();
        }
        due.forEach(this::runOnce);
    }

    private void runOnce(Task task) {
        if (take(task)) {
            task.run.run();
        }
    }

    private boolean take(Task task) {
        synchronized (tasks) {
            return tasks.remove(task);
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }

    private static final class Task {
        private final long due;
        private final Runnable run;

        private Task(long due, Runnable run) {
            this.due = due;
            this.run = run;
        }
    }
}
