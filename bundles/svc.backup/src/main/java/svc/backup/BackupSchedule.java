package svc.backup;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.lifecycle.LifecycleStep;
import svc.api.lifecycle.MaintenanceWindow;
import svc.api.operation.Progress;
import svc.api.store.StoreException;
import svc.api.time.BackgroundWork;
import svc.api.time.Clock;
import svc.backup.format.Layout;
import svc.backup.write.BackupRun;

/** Makes backups at the times that {@code [backup]} sets, and prunes once a day. Thread-safe. */
@Component(
        service = {Callable.class, BackupSchedule.class},
        immediate = true)
@LifecycleStep(phase = LifecycleStep.Phase.READY)
public final class BackupSchedule implements Callable<String> {

    private static final Logger LOG = LoggerFactory.getLogger(BackupSchedule.class);

    /** The first backup is not made while the server starts. */
    private static final Duration QUIET = Duration.ofMinutes(1);

    /** The longest time after which a backup that has failed is tried again. */
    private static final Duration RETRY = Duration.ofMinutes(15);

    private static final Duration PRUNING = Duration.ofDays(1);

    /** The time between two looks for records that the repository lacks. */
    private static final Duration LOOK = Duration.ofMinutes(1);

    private final Repositories repositories;
    private final BackupService service;
    private final Clock clock;
    private final MaintenanceWindow window;
    private final BackgroundWork work;
    private volatile boolean stopped;
    private volatile Instant nextRun = Instant.MAX;
    private Instant nextPrune = Instant.MAX;
    private Instant lastPrune;
    private Optional<String> unrecorded = Optional.empty();

    @Activate
    public BackupSchedule(
            @Reference Repositories repositories,
            @Reference BackupService service,
            @Reference Clock clock,
            @Reference MaintenanceWindow window) {
        this.repositories = repositories;
        this.service = service;
        this.clock = clock;
        this.window = window;
        this.lastPrune = clock.now();
        this.work = new BackgroundWork("svc-backup", clock, BackupSchedule::failed);
    }

    @Override
    public String call() {
        if (repositories.target().isPresent()) {
            // The storage may be far away: the start does not wait for it.
            nextRun = clock.now().plus(QUIET);
            work.at(nextRun, this::begin);
        }
        return "";
    }

    /** Returns when the next backup is due; empty if none is scheduled. */
    Optional<Instant> nextRun() {
        return nextRun.equals(Instant.MAX) ? Optional.empty() : Optional.of(nextRun);
    }

    /** Receives an error that no backup should cause. */
    private static void failed(RuntimeException e) {
        LOG.error("A scheduled backup failed; the next one is tried at its time", e);
    }

    private Duration period() {
        return Duration.ofMinutes(repositories.config().every_minutes());
    }

    private Instant retry() {
        return clock.now().plus(period().compareTo(RETRY) < 0 ? period() : RETRY);
    }

    private void begin() {
        nextRun = clock.now().plus(period());
        try {
            nextRun = first();
        } finally {
            next();
        }
    }

    private Instant first() {
        Instant now = clock.now();
        try {
            List<String> runs = repositories.open().runs();
            Instant due = runs.isEmpty()
                    ? now
                    : Layout.time(runs.get(runs.size() - 1)).plus(period());
            return due.isAfter(now) ? due : now;
        } catch (IOException e) {
            LOG.warn("The repository of the backups cannot be opened: {}", e.getMessage());
            return retry();
        }
    }

    /** Schedules the next look, which is a run when it is due. */
    private void next() {
        Instant look = clock.now().plus(LOOK);
        work.at(look.isBefore(nextRun) ? look : nextRun, this::look);
    }

    private void look() {
        try {
            if (!clock.now().isBefore(nextRun)) {
                nextRun = clock.now().plus(period());
                run();
            } else if (service.lacksRecords()) {
                storeRecords();
            }
            pruneIfDue();
        } finally {
            next();
        }
    }

    /** Stores missing records. The log has each reason of a failure once, although the next look tries again. */
    private void storeRecords() {
        try {
            service.storeRecords();
            unrecorded = Optional.empty();
        } catch (IOException | StoreException e) {
            Optional<String> why = Optional.of(e.toString());
            if (!stopped && !why.equals(unrecorded)) {
                LOG.warn("The repository of the backups lacks records of erased accounts or drills: {}", e.toString());
            }
            unrecorded = why;
        }
    }

    private void run() {
        try {
            BackupRun.Result result = service.run(false, Progress.UNSEEN);
            LOG.info(
                    "event=backup run={} files={} bytes={} added={} ms={}",
                    result.id(),
                    result.manifest().fileCount(),
                    result.manifest().bytes(),
                    result.manifest().addedBytes(),
                    result.manifest().durationMs());
            if (nextPrune.equals(Instant.MAX)) {
                nextPrune = clock.now();
            }
        } catch (IOException | StoreException | IllegalStateException e) {
            nextRun = retry();
            if (!stopped) {
                LOG.warn("A scheduled backup failed; the next one is tried at {}: {}", nextRun, e.toString());
            }
        }
    }

    /** Removes old backups once a day, in the maintenance window, after the first backup of this process. */
    private void pruneIfDue() {
        Instant now = clock.now();
        if (now.isBefore(nextPrune) || !window.permits(lastPrune)) {
            return;
        }
        lastPrune = now;
        nextPrune = now.plus(PRUNING);
        try {
            service.prune(false);
        } catch (IOException | StoreException | IllegalStateException e) {
            if (!stopped) {
                nextPrune = now.plus(period());
                LOG.warn("Old backups could not be removed; the next try is at {}: {}", nextPrune, e.toString());
            }
        }
    }

    @Deactivate
    public void stop() {
        stopped = true;
        service.stop();
        work.stop();
    }
}
