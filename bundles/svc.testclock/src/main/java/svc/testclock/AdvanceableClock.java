package svc.testclock;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import svc.api.time.Clock;

/**
 * A clock that follows the machine's time and can be advanced by a test. An advance runs every alarm that becomes due,
 * ordered by time, before the call returns. A separate thread runs alarms that become due without an advance. Unit
 * tests create an instance; the bundle replaces the server's clock.
 */
@Component(
        service = {Clock.class, AdvanceableClock.class},
        immediate = true,
        property = "service.ranking:Integer=1000")
public final class AdvanceableClock implements Clock {

    private final Instant startedAt = Instant.now();
    private final long startedNanos = System.nanoTime();
    private final PriorityQueue<Waiting> alarms = new PriorityQueue<>();
    private Duration leapt = Duration.ZERO;
    private final Object turn = new Object();
    private final Thread ticking;
    private long numbers;

    /** Starts the thread that runs alarms that become due without an advance. */
    @Activate
    public AdvanceableClock() {
        ticking = new Thread(this::tick, "svc-testclock");
        ticking.setDaemon(true);
        ticking.start();
    }

    @Deactivate
    public void stop() {
        ticking.interrupt();
    }

    private record Waiting(long at, long number, Runnable task) implements Comparable<Waiting> {
        @Override
        public int compareTo(Waiting other) {
            return at == other.at ? Long.compare(number, other.number) : Long.compare(at, other.at);
        }
    }

    private Duration passed() {
        return Duration.ofNanos(System.nanoTime() - startedNanos).plus(leapt);
    }

    @Override
    public synchronized Instant now() {
        return startedAt.plus(passed());
    }

    @Override
    public synchronized long nanos() {
        return startedNanos + passed().toNanos();
    }

    @Override
    public synchronized Alarm schedule(Duration delay, Runnable task) {
        Waiting waiting = new Waiting(nanos() + Math.max(0, delay.toNanos()), ++numbers, task);
        alarms.add(waiting);
        notifyAll();
        return () -> {
            synchronized (this) {
                return alarms.remove(waiting);
            }
        };
    }

    /** Does not let an advance between the two steps delay the task. */
    @Override
    public synchronized Alarm scheduleAt(Instant time, Runnable task) {
        return Clock.super.scheduleAt(time, task);
    }

    /** Advances the wall time, the monotonic time and the alarms, and runs every alarm that is due. */
    public Instant advance(Duration by) {
        synchronized (this) {
            leapt = leapt.plus(by);
        }
        runDue();
        return now();
    }

    /**
     * Runs the alarms that are due. Only one thread runs alarms at a time, so an advance also waits for alarms that run
     * on another thread.
     */
    private void runDue() {
        synchronized (turn) {
            for (Waiting due = due(); due != null; due = due()) {
                due.task().run();
            }
        }
    }

    private synchronized @Nullable Waiting due() {
        Waiting first = alarms.peek();
        return first != null && first.at() <= nanos() ? alarms.poll() : null;
    }

    private void tick() {
        try {
            while (true) {
                awaitDue();
                runDue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void awaitDue() throws InterruptedException {
        while (alarms.isEmpty() || alarms.element().at() > nanos()) {
            wait(alarms.isEmpty() ? 0 : Math.max(1, (alarms.element().at() - nanos()) / 1_000_000));
        }
    }
}
