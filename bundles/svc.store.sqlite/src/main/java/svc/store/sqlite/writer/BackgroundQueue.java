package svc.store.sqlite.writer;

import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.store.BackgroundTask;
import svc.api.store.StoreException;
import svc.api.time.Clock;

/**
 * The queued background tasks, served in turn. Each task runs in short slices. A slice runs when no write waits, and at
 * least every 250 ms when writes wait.
 */
final class BackgroundQueue {

    private static final Logger LOG = LoggerFactory.getLogger(BackgroundQueue.class);
    private static final Duration SLICE = Duration.ofMillis(10);
    private static final Duration LEAST = Duration.ofMillis(2);
    private static final Duration AGE = Duration.ofMillis(250);

    private final Clock clock;
    private final BooleanSupplier waiting;
    private final ConcurrentLinkedDeque<QueuedBackgroundTask> jobs = new ConcurrentLinkedDeque<>();
    private volatile long served;

    BackgroundQueue(Clock clock, BooleanSupplier waiting) {
        this.clock = clock;
        this.waiting = waiting;
    }

    void add(QueuedBackgroundTask job) {
        if (jobs.isEmpty()) {
            served = clock.nanos();
        }
        jobs.add(job);
    }

    boolean any() {
        return !jobs.isEmpty();
    }

    /** Returns whether a slice must run although writes wait. */
    boolean due() {
        return any() && clock.nanos() - served >= AGE.toNanos();
    }

    /** Runs one slice of the next task by passing its write to {@code commit}. */
    void slice(Consumer<QueuedWrite<?>> commit) {
        QueuedBackgroundTask job = jobs.poll();
        if (job == null) {
            return;
        }
        if (job.cancelled()) {
            job.finished();
            return;
        }
        QueuedWrite<Boolean> unit = job.next(this::pace);
        try {
            commit.accept(unit);
        } catch (Throwable defect) {
            job.failed(defect);
            throw defect;
        }
        served = clock.nanos();
        Throwable failure = ended(job, unit);
        if (failure != null) {
            LOG.warn("The background task {} failed and was ended", unit.name(), failure);
            job.failed(failure);
        }
    }

    private @Nullable Throwable ended(QueuedBackgroundTask job, QueuedWrite<Boolean> unit) {
        if (unit.failed()) {
            return unit.failure();
        }
        if (unit.await() && !job.cancelled()) {
            jobs.add(job);
        } else {
            job.finished();
        }
        return null;
    }

    private BackgroundTask.Pace pace() {
        long began = clock.nanos();
        return () -> {
            long elapsed = clock.nanos() - began;
            return elapsed < SLICE.toNanos() && (elapsed < LEAST.toNanos() || !waiting.getAsBoolean());
        };
    }

    /** Fails all queued tasks. */
    void close() {
        for (QueuedBackgroundTask job = jobs.poll(); job != null; job = jobs.poll()) {
            job.failed(new StoreException(StoreException.Kind.STOPPED, "The server is stopping.", null));
        }
    }
}
