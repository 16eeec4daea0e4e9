package svc.launcher.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Clients that send requests in a loop, each on a thread of its own, while the requests of another client are timed.
 */
public final class BackgroundClients implements AutoCloseable {

    private static final double MILLIS = 1e6;

    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger rounds = new AtomicInteger();
    private final AtomicReference<Throwable> failure = new AtomicReference<>();
    private volatile boolean finished;

    /** A request. */
    @FunctionalInterface
    public interface Act {

        /** Sends the request and waits for the response. */
        void act() throws Exception;
    }

    /** Starts a client for each request. */
    public BackgroundClients(List<? extends Act> acts) {
        for (Act act : acts) {
            Thread thread = new Thread(() -> repeat(act), "neighbour");
            thread.setDaemon(true);
            threads.add(thread);
            thread.start();
        }
    }

    private void repeat(Act act) {
        try {
            while (!finished) {
                act.act();
                rounds.incrementAndGet();
            }
        } catch (Throwable t) {
            failure.compareAndSet(null, t);
        }
    }

    /** Returns the number of completed requests. */
    public int rounds() {
        return rounds.get();
    }

    /** Returns whether a client still sends. */
    public boolean busy() {
        return threads.stream().anyMatch(Thread::isAlive);
    }

    /** Returns the 99th percentile of the duration of requests, in milliseconds. */
    public static double p99(int times, Act act) throws Exception {
        List<Long> durations = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            long start = System.nanoTime();
            act.act();
            durations.add(System.nanoTime() - start);
        }
        Collections.sort(durations);
        return durations.get((durations.size() * 99 - 1) / 100) / MILLIS;
    }

    /** Ends the loops; throws the failure of a client. */
    @Override
    public void close() {
        finished = true;
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (failure.get() != null) {
            throw new AssertionError("A neighbour's request failed", failure.get());
        }
    }
}
