package svc.jobs;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.job.JobHandler;
import svc.api.job.JobStatus.State;
import svc.api.lifecycle.LifecycleStep;
import svc.api.time.Clock;
import svc.jobs.JobRows.Waiting;

/**
 * Runs the queued jobs one at a time once the server is ready. Retries a failed job with increasing delays and gives up
 * after {@link #ATTEMPTS} attempts. An interrupted job runs again from its beginning.
 */
@Component(service = Callable.class, immediate = true)
@LifecycleStep(phase = LifecycleStep.Phase.READY)
public final class JobWorker implements Callable<String> {

    /** The maximum number of attempts. */
    static final int ATTEMPTS = 8;

    private static final Logger LOG = LoggerFactory.getLogger(JobWorker.class);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    private static final Duration KEPT = Duration.ofDays(90);

    private final StoredJobQueue book;
    private final Clock clock;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(task -> new Thread(task, "svc-jobs"));
    private volatile boolean isReady;
    private Clock.@Nullable Alarm alarm;

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<JobHandler> kinds = List.of();

    @Activate
    public JobWorker(@Reference StoredJobQueue book, @Reference Clock clock) {
        this.book = book;
        this.clock = clock;
        book.onChange(this::wake);
    }

    JobWorker(StoredJobQueue book, Clock clock, List<JobHandler> kinds) {
        this(book, clock);
        this.kinds = kinds;
    }

    @Override
    public String call() {
        isReady = true;
        wake();
        return "";
    }

    private void wake() {
        if (isReady && !thread.isShutdown()) {
            thread.execute(this::loop);
        }
    }

    /** Runs all jobs that are due, then schedules the next run. */
    private void loop() {
        try {
            Optional<Waiting> next = book.next();
            while (next.isPresent() && !next.get().notBefore().isAfter(clock.now()) && isReady) {
                run(next.get());
                next = book.next();
            }
            next.ifPresent(later -> sleep(Duration.between(clock.now(), later.notBefore())));
        } catch (RuntimeException e) {
            if (isReady) {
                LOG.warn("Processing the job queue failed; retrying in a minute", e);
                sleep(Duration.ofMinutes(1));
            }
        }
    }

    private synchronized void sleep(Duration time) {
        if (alarm != null) {
            alarm.cancel();
        }
        alarm = clock.schedule(time.isNegative() ? Duration.ZERO : time, this::wake);
    }

    private void run(Waiting job) {
        long n = job.n();
        book.change(sql -> JobRows.start(sql, n, clock.now()));
        try {
            kind(job.status().kind())
                    .run(job.status().subject(), progress -> book.change(sql -> JobRows.progress(sql, n, progress)));
            book.change(sql -> {
                JobRows.end(sql, n, State.DONE, null, clock.now());
                JobRows.purge(sql, clock.now().minus(KEPT));
            });
            LOG.info("Job {} ({}) is done", job.status().id(), job.status().kind());
        } catch (RuntimeException | LinkageError e) {
            // Error is also caught, because classes of a bundle that was just stopped may be missing.
            if (isReady) {
                failed(job, e);
            }
        }
    }

    private JobHandler kind(String name) {
        return kinds.stream()
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("No handler for jobs of kind " + name));
    }

    private void failed(Waiting job, Throwable cause) {
        int attempts = job.status().attempts() + 1;
        Instant now = clock.now();
        String error = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        LOG.warn(
                "Job {} ({}) failed (attempt {})",
                job.status().id(),
                job.status().kind(),
                attempts,
                cause);
        if (attempts >= ATTEMPTS) {
            book.change(sql -> JobRows.end(sql, job.n(), State.FAILED, error, now));
        } else {
            Instant later = now.plus(FIRST_PAUSE.multipliedBy(1L << (2 * (attempts - 1))));
            book.change(sql -> JobRows.retryLater(sql, job.n(), error, later));
        }
    }

    /** Starts no more jobs. A running job is interrupted and runs again after the next start. */
    @Deactivate
    public synchronized void stop() {
        isReady = false;
        book.onChange(() -> {});
        if (alarm != null) {
            alarm.cancel();
        }
        thread.shutdownNow();
    }
}
