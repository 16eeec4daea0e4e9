package svc.jobs;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.job.JobStatus.State;
import svc.api.time.Clock;
import svc.jobs.JobKinds.Lane;
import svc.jobs.JobRows.Waiting;

/**
 * Runs the jobs that are due: those of a lane in their order, with the concurrency of the lane. Puts a failed job back
 * with increasing pauses, and gives up after the attempts of its kind. Thread-safe, except that one thread starts jobs.
 */
public final class JobRunner {

    private static final Logger LOG = LoggerFactory.getLogger(JobRunner.class);
    private static final Duration KEPT = Duration.ofDays(90);

    private final StoredJobQueue queue;
    private final JobKinds kinds;
    private final Clock clock;
    private final Executor threads;
    private final Runnable ended;
    private final Map<Long, Running> running = new HashMap<>();
    private volatile boolean mustRecover = true;
    private volatile boolean stopped;

    /**
     * Creates a runner.
     *
     * @param threads runs the jobs
     * @param ended called when a job has ended, because another of its lane can start
     */
    public JobRunner(StoredJobQueue queue, JobKinds kinds, Clock clock, Executor threads, Runnable ended) {
        this.queue = queue;
        this.kinds = kinds;
        this.clock = clock;
        this.threads = threads;
        this.ended = ended;
    }

    private record Running(String lane, Waiting job, JobProgress progress) {}

    /** Starts the jobs that are due and for which their lanes have room. Returns when the next job is due. */
    public Optional<Instant> startDue() {
        recover();
        Instant now = clock.now(); // one instant, so that a job that becomes due meanwhile is not missed
        Collection<Lane> lanes = kinds.lanes();
        boolean more = true;
        while (more) {
            more = false;
            for (Lane lane : lanes) {
                more |= !stopped && startDue(lane, now);
            }
        }
        return lanes.stream()
                .flatMap(lane -> lane.kinds().stream())
                .flatMap(kind -> queue.next(kind.name(), now).stream())
                .min(Comparator.naturalOrder());
    }

    /** Queues the jobs that were running when the server ended, or whose result could not be stored. */
    private void recover() {
        if (mustRecover) {
            Set<Long> known;
            synchronized (running) {
                known = Set.copyOf(running.keySet());
            }
            queue.change(sql -> {
                JobRows.recover(sql, known, clock.now());
                return known;
            });
            mustRecover = false;
        }
    }

    /** Starts due jobs of a lane, at most one of each account. Returns whether more may be due. */
    private boolean startDue(Lane lane, Instant now) {
        List<Waiting> busy = inLane(lane);
        int free = lane.lane().concurrency() - busy.size();
        if (free <= 0) {
            return false;
        }
        Set<Long> accounts =
                busy.stream().map(Waiting::account).filter(n -> n != 0).collect(Collectors.toSet());
        List<Waiting> due = lane.kinds().stream()
                .flatMap(kind -> queue.due(kind.name(), accounts, free, now).stream())
                .sorted(Comparator.comparing(Waiting::notBefore).thenComparing(Waiting::n))
                .toList();
        due.stream()
                .filter(job -> job.account() == 0 || accounts.add(job.account()))
                .limit(free)
                .forEach(job -> start(lane, job));
        return !due.isEmpty();
    }

    private List<Waiting> inLane(Lane lane) {
        synchronized (running) {
            return running.values().stream()
                    .filter(job -> job.lane().equals(lane.lane().name()))
                    .map(Running::job)
                    .toList();
        }
    }

    private void start(Lane lane, Waiting job) {
        JobProgress progress = new JobProgress(queue, job.n());
        synchronized (running) {
            running.put(job.n(), new Running(lane.lane().name(), job, progress));
        }
        boolean started = false;
        try {
            if (queue.change(sql -> JobRows.start(sql, job.n(), clock.now()))) { // false: cancelled meanwhile
                threads.execute(() -> run(job, progress));
                started = true;
            }
        } finally {
            if (!started) {
                forget(job, progress);
            }
        }
    }

    /** Removes a run, unless the job is already running again. */
    private void forget(Waiting job, JobProgress progress) {
        synchronized (running) {
            running.computeIfPresent(job.n(), (n, run) -> run.progress() == progress ? null : run);
        }
    }

    private void run(Waiting job, JobProgress progress) {
        try {
            attempt(job, progress);
        } catch (RuntimeException e) {
            mustRecover = true;
            if (!stopped) {
                LOG.error("The result of the job {} ({}) could not be stored; it runs again", job.id(), job.kind(), e);
            }
        } finally {
            forget(job, progress);
            ended.run();
        }
    }

    private void attempt(Waiting job, JobProgress progress) {
        Optional<JobKind> kind = kinds.find(job.kind());
        try {
            if (kind.orElseThrow(() -> new IllegalStateException("The handler was removed."))
                    .run(job, progress)) {
                end(job, State.DONE, null);
                LOG.info("Job {} ({}) is done", job.id(), job.kind());
            }
        } catch (IOException | RuntimeException | LinkageError e) {
            // Error is also caught, because classes of a bundle that was just stopped may be missing.
            if (!stopped) {
                failed(job, kind, e);
            }
        }
    }

    private void end(Waiting job, State state, @Nullable String error) {
        queue.change(sql -> {
            JobRows.end(sql, job.n(), state, error, clock.now());
            JobRows.purge(sql, clock.now().minus(KEPT));
            return state;
        });
    }

    private void failed(Waiting job, Optional<JobKind> kind, Throwable cause) {
        int attempts = job.attempts() + 1;
        String error = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        LOG.warn("Job {} ({}) failed (attempt {})", job.id(), job.kind(), attempts, cause);
        if (kind.isPresent() && attempts >= kind.get().attempts()) {
            end(job, State.FAILED, error);
        } else {
            Instant later = clock.now().plus(JobKind.pause(attempts));
            queue.change(sql -> {
                JobRows.retryLater(sql, job.n(), error, later);
                return later;
            });
        }
    }

    /** Passes on to the handler of a running job that the job is cancelled. */
    void cancel(long n) {
        synchronized (running) {
            Running job = running.get(n);
            if (job != null) {
                job.progress().cancel();
            }
        }
    }

    /** Starts no more jobs. The results of interrupted jobs are not stored; they run again after the next start. */
    void stop() {
        stopped = true;
    }
}
