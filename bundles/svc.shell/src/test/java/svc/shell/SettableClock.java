package svc.shell;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import svc.api.time.Clock;

/** A clock that only the test advances. */
public final class SettableClock implements Clock {

    private final List<Task> tasks = new ArrayList<>();
    private long nanos;

    private record Task(long due, Runnable run) {}

    @Override
    public synchronized Instant now() {
        return Instant.EPOCH.plusNanos(nanos);
    }

    @Override
    public synchronized long nanos() {
        return nanos;
    }

    @Override
    public synchronized Alarm schedule(Duration delay, Runnable run) {
        Task task = new Task(nanos + delay.toNanos(), run);
        tasks.add(task);
        return () -> {
            synchronized (this) {
                return tasks.remove(task);
            }
        };
    }

    /** Returns the number of scheduled tasks. */
    public synchronized int waiting() {
        return tasks.size();
    }

    public void advance(Duration by) {
        List<Task> due;
        synchronized (this) {
            nanos += by.toNanos();
            due = tasks.stream().filter(task -> task.due() <= nanos).toList();
            tasks.removeAll(due);
        }
        due.forEach(task -> task.run().run());
    }
}
