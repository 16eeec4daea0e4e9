package svc.api.time;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import svc.api.time.Clock.Alarm;

/**
 * Runs work that can wait for the network or the store on a thread of its own, which ends when it is idle. The component
 * that has the work creates it at activation and stops it at deactivation. Thread-safe.
 */
public final class BackgroundWork {

    private static final int IDLE_SECONDS = 10;

    private final Clock clock;
    private final Consumer<RuntimeException> onFailure;
    private final ThreadPoolExecutor thread;
    private @Nullable Alarm alarm;

    /**
     * Creates an instance without work.
     *
     * @param name the name of the thread
     * @param clock schedules the work
     * @param onFailure receives an exception of the work, for the log; not after {@link #stop}
     */
    public BackgroundWork(String name, Clock clock, Consumer<RuntimeException> onFailure) {
        this.clock = clock;
        this.onFailure = onFailure;
        this.thread = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> new Thread(task, name));
        thread.allowCoreThreadTimeOut(true);
    }

    /** Runs work once after a delay, unless the instance is stopped. It replaces work whose delay is not over. */
    public void in(Duration delay, Runnable work) {
        replace(() -> clock.schedule(delay, () -> start(work)));
    }

    /** Does the same as {@link #in} at a time; at once if the time is over. */
    public void at(Instant time, Runnable work) {
        replace(() -> clock.scheduleAt(time, () -> start(work)));
    }

    private synchronized void replace(Supplier<Alarm> next) {
        if (alarm != null) {
            alarm.cancel();
        }
        if (!isStopped()) {
            alarm = next.get();
        }
    }

    private synchronized void start(Runnable work) {
        if (!isStopped()) {
            thread.execute(() -> run(work));
        }
    }

    private void run(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) { // nothing waits for the result
            if (!isStopped()) {
                onFailure.accept(e);
            }
        }
    }

    /** Returns whether {@link #stop} was called. Work that consists of several steps should then end. */
    public boolean isStopped() {
        return thread.isShutdown();
    }

    /** Interrupts the work that runs, and starts no other. */
    public synchronized void stop() {
        if (alarm != null) {
            alarm.cancel();
        }
        thread.shutdownNow();
    }
}
