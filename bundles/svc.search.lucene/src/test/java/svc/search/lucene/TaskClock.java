package svc.search.lucene;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import svc.api.time.Clock;

/** A clock that runs its tasks when the test advances it. */
public final class TaskClock implements Clock {

    private record Task(long at, Runnable work) {}

    private final List<Task> tasks = new ArrayList<>();
    private long passed;
    private long step;

    @Override
    public synchronized Instant now() {
        return Instant.EPOCH.plusNanos(passed);
    }

    @Override
    public synchronized long nanos() {
        passed += step;
        return passed;
    }

    /** Sets the time by which the clock advances at each reading. */
    public synchronized void hurry(Duration by) {
        step = by.toNanos();
    }

    @Override
    public synchronized Alarm schedule(Duration delay, Runnable task) {
        Task waiting = new Task(passed + delay.toNanos(), task);
        tasks.add(waiting);
        return () -> {
            synchronized (TaskClock.this) {
                return tasks.remove(waiting);
            }
        };
    }

    /** Advances the clock and runs the tasks that are due. */
    void leap(Duration by) {
        List<Task> due;
        synchronized (this) {
            passed += by.toNanos();
            due = tasks.stream().filter(task -> task.at() <= passed).toList();
            tasks.removeAll(due);
        }
        due.forEach(task -> task.work().run());
    }
}
