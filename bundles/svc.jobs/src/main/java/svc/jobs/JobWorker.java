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
import svc.api.boot.BootStep;
import svc.api.job.JobKind;
import svc.api.job.JobStatus.State;
import svc.api.time.Clock;
import svc.jobs.JobRows.Waiting;

/**
 * Does the jobs, one at a time, from the moment the server is ready. What failed is tried again after a while, each time a
 * longer one, and is given up after {@link #ATTEMPTS}; what ran when the server ended is begun anew.
 */
@Component(service = Callable.class, immediate = true)
@BootStep(moment = BootStep.Moment.READY)
public final class JobWorker implements Callable<String> {

    /** How often a job is tried. */
    static final int ATTEMPTS = 8;

    private static final Logger LOG = LoggerFactory.getLogger(JobWorker.class);
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(5);
    private static final Duration KEPT = Duration.ofDays(90);

    private final JobBook book;
    private final Clock clock;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> new Thread(work, "svc-jobs"));
    private volatile boolean ready;
    private Clock.@Nullable Alarm alarm;

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<JobKind> kinds = List.of();

    /** Waits until the server is ready. */
    @Activate
    public JobWorker(@Reference JobBook book, @Reference Clock clock) {
        this.book = book;
        this.clock = clock;
        book.tell(this::wake);
    }

    JobWorker(JobBook book, Clock clock, List<JobKind> kinds) {
        this(book, clock);
        this.kinds = kinds;
    }

    @Override
    public String call() {
        ready = true;
        wake();
        return "";
    }

    private void wake() {
        if (ready && !thread.isShutdown()) {
            thread.execute(this::work);
        }
    }

    /** All that is due, then sleeps until the next one is. */
    private void work() {
        try {
            Optional<Waiting> next = book.next();
            while (next.isPresent() && !next.get().notBefore().isAfter(clock.now()) && ready) {
                run(next.get());
                next = book.next();
            }
            next.ifPresent(later -> sleep(Duration.between(clock.now(), later.notBefore())));
        } catch (RuntimeException e) {
            if (ready) {
                LOG.warn("The list of jobs cannot be worked on; it is looked at again in a minute", e);
                sleep(Duration.ofMinutes(1));
            }
        }
    }

    private synchronized void sleep(Duration time) {
        if (alarm != null) {
            alarm.cancel();
        }
        alarm = clock.after(time.isNegative() ? Duration.ZERO : time, this::wake);
    }

    private void run(Waiting job) {
        long n = job.n();
        book.change(sql -> JobRows.begin(sql, n, clock.now()));
        try {
            kind(job.status().kind())
                    .run(job.status().subject(), progress -> book.change(sql -> JobRows.progress(sql, n, progress)));
            book.change(sql -> {
                JobRows.end(sql, n, State.DONE, null, clock.now());
                JobRows.forget(sql, clock.now().minus(KEPT));
            });
            LOG.info("Job {} ({}) is done", job.status().id(), job.status().kind());
        } catch (RuntimeException | LinkageError e) {
            // Also an Error: classes of a bundle that has just gone cannot be loaded.
            if (ready) {
                failed(job, e);
            }
        }
    }

    private JobKind kind(String name) {
        return kinds.stream()
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("Nobody does jobs of the kind " + name + " here"));
    }

    private void failed(Waiting job, Throwable why) {
        int attempts = job.status().attempts() + 1;
        Instant now = clock.now();
        String error = why.getMessage() == null ? why.getClass().getSimpleName() : why.getMessage();
        LOG.warn(
                "Job {} ({}) failed for the {}. time",
                job.status().id(),
                job.status().kind(),
                attempts,
                why);
        if (attempts >= ATTEMPTS) {
            book.change(sql -> JobRows.end(sql, job.n(), State.FAILED, error, now));
        } else {
            Instant later = now.plus(FIRST_PAUSE.multipliedBy(1L << (2 * (attempts - 1))));
            book.change(sql -> JobRows.again(sql, job.n(), error, later));
        }
    }

    /** Begins nothing more; what runs is begun anew at the next start. */
    @Deactivate
    public synchronized void stop() {
        ready = false;
        book.tell(() -> {});
        if (alarm != null) {
            alarm.cancel();
        }
        thread.shutdownNow();
    }
}
