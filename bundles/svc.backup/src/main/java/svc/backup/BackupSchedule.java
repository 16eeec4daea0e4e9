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

    private static final Duration PRUNING = Duration.ofDays(1);

    private final Repositories repositories;
    private final BackupService service;
    private final Clock clock;
    private final BackgroundWork work;
    private volatile Optional<String> failure = Optional.empty();
    private volatile boolean stopped;
    private Instant nextPrune = Instant.EPOCH;

    @Activate
    public BackupSchedule(
            @Reference Repositories repositories, @Reference BackupService service, @Reference Clock clock) {
        this.repositories = repositories;
        this.service = service;
        this.clock = clock;
        this.work = new BackgroundWork("svc-backup", clock, this::failed);
    }

    @Override
    public String call() {
        if (repositories.target().isPresent()) {
            // The storage may be far away: the start does not wait for it.
            work.at(clock.now().plus(QUIET), () -> work.at(first(), this::run));
        }
        return "";
    }

    /** Returns why the last scheduled backup failed; empty after a successful one. */
    Optional<String> failure() {
        return failure;
    }

    /** Receives an error that no backup should cause. */
    private void failed(RuntimeException e) {
        failure = Optional.of(e.toString());
        LOG.error("A scheduled backup failed; the next one is tried at its time", e);
    }

    private Duration period() {
        return Duration.ofMinutes(repositories.config().every_minutes());
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
            return now.plus(period());
        }
    }

    private void run() {
        Instant next = clock.now().plus(period());
        try {
            BackupRun.Result result = service.run(false, stoppable());
            failure = Optional.empty();
            LOG.info(
                    "event=backup run={} files={} bytes={} added={} ms={}",
                    result.id(),
                    result.manifest().fileCount(),
                    result.manifest().bytes(),
                    result.manifest().addedBytes(),
                    result.manifest().durationMs());
            if (!clock.now().isBefore(nextPrune)) {
                service.prune(false);
                nextPrune = clock.now().plus(PRUNING);
            }
        } catch (IOException | StoreException | IllegalStateException e) {
            if (!stopped) {
                failure = Optional.of(String.valueOf(e.getMessage()));
                LOG.warn("A scheduled backup failed; the next one is tried at {}: {}", next, e.toString());
            }
        } finally {
            work.at(next, this::run);
        }
    }

    private Progress stoppable() {
        return (done, total, what) -> !stopped;
    }

    @Deactivate
    public void stop() {
        stopped = true;
        work.stop();
    }
}
