package svc.store.sqlite;

import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.store.Slice;
import svc.api.store.StoreProblem;
import svc.api.time.Clock;

/** The jobs, served in turn: a slice when no write waits, and one now and then when many do. */
final class Background {

    private static final Logger LOG = LoggerFactory.getLogger(Background.class);
    private static final Duration SLICE = Duration.ofMillis(10);
    private static final Duration LEAST = Duration.ofMillis(2);
    private static final Duration AGE = Duration.ofMillis(250);

    private final Clock clock;
    private final BooleanSupplier waiting;
    private final ConcurrentLinkedDeque<BackgroundJob> jobs = new ConcurrentLinkedDeque<>();
    private volatile long served;

    Background(Clock clock, BooleanSupplier waiting) {
        this.clock = clock;
        this.waiting = waiting;
    }

    void add(BackgroundJob job) {
        if (jobs.isEmpty()) {
            served = clock.nanos();
        }
        jobs.add(job);
    }

    boolean any() {
        return !jobs.isEmpty();
    }

    /** Whether the jobs have waited so long that a slice must run although others wait. */
    boolean due() {
        return any() && clock.nanos() - served >= AGE.toNanos();
    }

    /** Runs one slice of the job whose turn it is, by handing its unit to {@code commit}. */
    void slice(Consumer<Unit<?>> commit) {
        BackgroundJob job = jobs.poll();
        if (job == null) {
            return;
        }
        if (job.cancelled()) {
            job.finished();
            return;
        }
        Unit<Boolean> unit = job.next(pace());
        commit.accept(unit);
        served = clock.nanos();
        Throwable failure = ended(job, unit);
        if (failure != null) {
            LOG.warn("{} failed in the background and was ended", unit.name(), failure);
            job.failed(failure);
        }
    }

    private @Nullable Throwable ended(BackgroundJob job, Unit<Boolean> unit) {
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

    private Slice.Pace pace() {
        long began = clock.nanos();
        return () -> {
            long spent = clock.nanos() - began;
            return spent < SLICE.toNanos() && (spent < LEAST.toNanos() || !waiting.getAsBoolean());
        };
    }

    /** Runs no more slices. */
    void close() {
        for (BackgroundJob job = jobs.poll(); job != null; job = jobs.poll()) {
            job.failed(new StoreProblem(StoreProblem.Kind.STOPPED, "The server is stopping.", null));
        }
    }
}
