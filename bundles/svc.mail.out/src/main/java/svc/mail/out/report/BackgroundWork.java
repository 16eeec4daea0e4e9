package svc.mail.out.report;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.time.Clock;

/** Runs work that can wait for the network or the store on a thread of its own, which ends when it is idle. Thread-safe. */
public final class BackgroundWork {

    private static final Logger LOG = LoggerFactory.getLogger(BackgroundWork.class);
    private static final int IDLE_SECONDS = 10;

    private final Clock clock;
    private final ThreadPoolExecutor thread;
    private Clock.@Nullable Alarm alarm;

    public BackgroundWork(String name, Clock clock) {
        this.clock = clock;
        this.thread = new ThreadPoolExecutor(
                1, 1, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> new Thread(task, name));
        thread.allowCoreThreadTimeOut(true);
    }

    /** Runs work once after a delay. It replaces work that has not begun. */
    public synchronized void in(Duration delay, Runnable work) {
        if (alarm != null) {
            alarm.cancel();
        }
        if (!thread.isShutdown()) {
            alarm = clock.schedule(delay, () -> start(work));
        }
    }

    private synchronized void start(Runnable work) {
        if (!thread.isShutdown()) {
            thread.execute(() -> run(work));
        }
    }

    private static void run(Runnable work) {
        try {
            work.run();
        } catch (RuntimeException e) { // nothing waits for the result
            LOG.warn("Background work of outgoing mail failed", e);
        }
    }

    /** Interrupts the work that runs, and starts no other. */
    public synchronized void stop() {
        if (alarm != null) {
            alarm.cancel();
        }
        thread.shutdownNow();
    }
}
