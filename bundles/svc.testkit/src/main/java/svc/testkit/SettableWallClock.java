package svc.testkit;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import svc.api.time.Clock;

/**
 * A clock whose wall time changes only when the test moves it. Its monotonic time is that of the machine, unless the
 * test speeds it up. Tasks run when the test moves the wall time past their time, on the thread of the test.
 */
public final class SettableWallClock implements Clock {

    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2030-01-01T00:00:00Z"));

    private final AtomicLong advanced = new AtomicLong();
    private final List<Task> tasks = new CopyOnWriteArrayList<>();
    private volatile long step;

    private record Task(Instant due, Runnable work) {}

    /** Creates a clock at the beginning of 2030. */
    public SettableWallClock() {}

    /** Moves the wall time forward or back, and runs the tasks that are due. */
    public void move(Duration by) {
        Instant moved = requireNonNull(now.updateAndGet(instant -> instant.plus(by)));
        List<Task> due = tasks.stream()
                .filter(task -> !task.due().isAfter(moved))
                .sorted(Comparator.comparing(Task::due))
                .toList();
        due.stream().filter(tasks::remove).forEach(task -> task.work().run());
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
    public Alarm schedule(Duration delay, Runnable work) {
        Task task = new Task(now().plus(delay), work);
        tasks.add(task);
        return () -> tasks.remove(task);
    }
}
