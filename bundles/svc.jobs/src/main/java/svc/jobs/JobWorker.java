package svc.jobs;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.lifecycle.LifecycleStep;
import svc.api.lifecycle.Maintenance;
import svc.api.time.Clock;

/** Starts the queued jobs when they are due, once the server is ready. */
@Component(service = Callable.class, immediate = true)
@LifecycleStep(phase = LifecycleStep.Phase.READY)
public final class JobWorker implements Callable<String> {

    private static final Logger LOG = LoggerFactory.getLogger(JobWorker.class);

    /** The pause after a failure. */
    private static final Duration AWAY = Duration.ofMinutes(1);

    private static final int LONGEST_START_SECONDS = 10;

    private final StoredJobQueue queue;
    private final Clock clock;
    private final Maintenance maintenance;
    private final Runnable wake = this::wake;
    private final ExecutorService dispatcher = Executors.newSingleThreadExecutor(task -> new Thread(task, "svc-jobs"));
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> new Thread(task, "svc-job"));
    private final JobRunner runner;
    private final AtomicBoolean signalled = new AtomicBoolean();
    private volatile boolean isReady;
    private Clock.@Nullable Alarm alarm;

    @Activate
    public JobWorker(
            @Reference StoredJobQueue queue,
            @Reference JobKinds kinds,
            @Reference Clock clock,
            @Reference Maintenance maintenance) {
        this.queue = queue;
        this.clock = clock;
        this.maintenance = maintenance;
        this.runner = new JobRunner(queue, kinds, clock, threads, wake);
        queue.listen(wake, runner::cancel);
    }

    @Override
    public String call() {
        isReady = true;
        wake();
        return "";
    }

    /** Requests a dispatch. Requests before it begins are combined. */
    private synchronized void wake() {
        if (isReady && signalled.compareAndSet(false, true)) {
            dispatcher.execute(this::dispatch);
        }
    }

    private void dispatch() {
        signalled.set(false);
        if (maintenance.readOnly().isPresent()) { // jobs may write to the data of accounts
            maintenance.whenWritable(wake);
            return;
        }
        try {
            runner.startDue().ifPresent(this::sleepUntil);
        } catch (RuntimeException e) {
            if (isReady) {
                LOG.warn("Processing the job queue failed; retrying in a minute", e);
                sleepUntil(clock.now().plus(AWAY));
            }
        }
    }

    private synchronized void sleepUntil(Instant time) {
        if (alarm != null) {
            alarm.cancel();
        }
        if (isReady) {
            alarm = clock.scheduleAt(time, this::wake);
        }
    }

    /**
     * Starts no more jobs. Running jobs are interrupted and run again after the next start. Waits until no job is being
     * started: otherwise a job could be marked as running after the next start has looked for such jobs.
     */
    @Deactivate
    public void stop() {
        end();
        try {
            if (!dispatcher.awaitTermination(LONGEST_START_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("A job is still being started while the job queue stops");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void end() {
        isReady = false;
        queue.listen(() -> {}, n -> {});
        runner.stop();
        if (alarm != null) {
            alarm.cancel();
        }
        dispatcher.shutdownNow();
        threads.shutdownNow();
    }
}
