package svc.store.sqlite.home;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.time.Clock;

/**
 * Writes the number of commits to the twin file while the store runs: before the first commit is acknowledged, then
 * once in every second with commits, and at the end.
 */
public final class TwinKeeper {

    private static final Logger LOG = LoggerFactory.getLogger(TwinKeeper.class);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final HomeTwin twin;
    private final Clock clock;
    private final Supplier<HomeMark> mark;
    private final Runnable look;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(work -> new Thread(work, "svc-store-twin"));
    private Clock.@Nullable Alarm alarm;
    private long written;
    private boolean begun;
    private boolean writeFailed;

    /**
     * Creates a keeper that is not started.
     *
     * @param mark returns the mark of the committed data
     * @param look a check that runs every second
     */
    public TwinKeeper(HomeTwin twin, Clock clock, Supplier<HomeMark> mark, Runnable look) {
        this.twin = twin;
        this.clock = clock;
        this.mark = mark;
        this.look = look;
        this.written = mark.get().commits();
    }

    public synchronized void start() {
        if (!twin.files().isEmpty()) {
            alarm = clock.schedule(PAUSE, this::runIfDue);
        }
    }

    /** Writes the twin after the first commit. Runs on the writer's thread, before the commit is acknowledged. */
    public void committed() {
        if (!begun) {
            begun = true;
            write();
        }
    }

    private synchronized void runIfDue() {
        try {
            thread.execute(this::writeMark);
        } catch (RejectedExecutionException e) {
            LOG.trace("The store is closed", e);
        }
    }

    private void writeMark() {
        look.run();
        write();
        synchronized (this) {
            if (!thread.isShutdown()) {
                alarm = clock.schedule(PAUSE, this::runIfDue);
            }
        }
    }

    private synchronized void write() {
        HomeMark now = mark.get();
        if (twin.files().isEmpty() || now.commits() == written) {
            return;
        }
        try {
            twin.write(now);
            written = now.commits();
            writeFailed = false;
        } catch (IOException e) {
            if (!writeFailed) {
                LOG.warn(
                        "{} cannot be written; the write is retried every second",
                        twin.files().get(0),
                        e);
            }
            writeFailed = true;
        }
    }

    /** Stops the keeper after the last commit, and writes the twin. */
    public void close(Duration timeout) {
        synchronized (this) {
            if (alarm != null) {
                alarm.cancel();
            }
            thread.shutdown();
        }
        try {
            if (!thread.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                LOG.debug("The twin of the database is still being written");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        write();
    }
}
