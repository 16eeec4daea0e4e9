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
 * Time that runs on with the machine's and leaps when a test says so. A leap runs every alarm that it passes, in the order
 * of their times, before it returns; alarms that come due without a leap are run by a thread of their own. Unit tests make
 * one by hand; the bundle puts one in the place of the server's clock.
 */
@Component(
        service = {Clock.class, MovedClock.class},
        immediate = true,
        property = "service.ranking:Integer=1000")
public final class MovedClock implements Clock {

    private final Instant startedAt = Instant.now();
    private final long startedNanos = System.nanoTime();
    private final PriorityQueue<Waiting> alarms = new PriorityQueue<>();
    private Duration leapt = Duration.ZERO;
    private final Object turn = new Object();
    private final Thread ticking;
    private long numbers;

    /** Starts the thread that runs alarms which come due by themselves. */
    @Activate
    public MovedClock() {
        ticking = new Thread(this::tick, "svc-testclock");
        ticking.setDaemon(true);
        ticking.start();
    }

    /** Ends the thread of the alarms. */
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
    public synchronized Alarm after(Duration delay, Runnable task) {
        Waiting waiting = new Waiting(nanos() + Math.max(0, delay.toNanos()), ++numbers, task);
        alarms.add(waiting);
        notifyAll();
        return () -> {
            synchronized (this) {
                return alarms.remove(waiting);
            }
        };
    }

    /** Moves all three times and runs what comes due on the way. */
    public Instant advance(Duration by) {
        synchronized (this) {
            leapt = leapt.plus(by);
        }
        runDue();
        return now();
    }

    /** Runs what is due. One thread at a time, so that a leap returns only when another thread's alarms have ended too. */
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
