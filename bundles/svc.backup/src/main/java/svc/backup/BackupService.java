package svc.backup;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import svc.api.backup.BlobFiles;
import svc.api.backup.BlobHolds;
import svc.api.backup.BlobHolds.BlobHold;
import svc.api.backup.StoreImages;
import svc.api.backup.StoreImages.StoreImage;
import svc.api.operation.Progress;
import svc.api.store.StoreException;
import svc.api.time.Clock;
import svc.backup.format.BackupException;
import svc.backup.format.Repository;
import svc.backup.outcome.BackupOutcomes;
import svc.backup.outcome.Drills;
import svc.backup.prune.Prune;
import svc.backup.prune.Retention;
import svc.backup.verify.ImageContents;
import svc.backup.write.BackupRun;
import svc.backup.write.PackWriter;
import svc.backup.write.RepositoryLock;
import svc.backup.write.SourceFile;

/** Makes backups of the running server, and removes old ones; one at a time. Thread-safe. */
@Component(service = BackupService.class)
public final class BackupService {

    private static final Duration RENEWAL = Duration.ofMinutes(1);
    private static final Duration HELD = Duration.ofMinutes(30);

    private final Repositories repositories;
    private final StoreImages images;
    private final BlobHolds holds;
    private final BlobFiles blobs;
    private final ErasedAccounts erased;
    private final Drills drills;
    private final BackupOutcomes outcomes;
    private final DeferredFiles deferred;
    private final Clock clock;
    private final String version;
    private final SecureRandom random = new SecureRandom();
    private final AtomicBoolean busy = new AtomicBoolean();
    private volatile Optional<String> pruneProblem = Optional.empty();
    private volatile boolean stopped;

    @Activate
    public BackupService(
            BundleContext context,
            @Reference Repositories repositories,
            @Reference StoreImages images,
            @Reference BlobHolds holds,
            @Reference BlobFiles blobs,
            @Reference ErasedAccounts erased,
            @Reference Drills drills,
            @Reference BackupOutcomes outcomes,
            @Reference DeferredFiles deferred,
            @Reference Clock clock) {
        this.repositories = repositories;
        this.images = images;
        this.holds = holds;
        this.blobs = blobs;
        this.erased = erased;
        this.drills = drills;
        this.outcomes = outcomes;
        this.deferred = deferred;
        this.clock = clock;
        this.version = String.valueOf(context.getProperty("svc.version"));
    }

    /** Work on a repository that this process has locked. */
    @FunctionalInterface
    private interface Work<R> {
        R with(Repository repository, RepositoryLock lock) throws IOException;
    }

    /** Ends the backup that is being made. Its end is no failure. */
    @Deactivate
    void stop() {
        stopped = true;
    }

    /**
     * Makes a backup, and stores its outcome.
     *
     * @param takeOver whether to take over the lock of another process, which has ended
     */
    BackupRun.Result run(boolean takeOver, Progress progress) throws IOException {
        deferred.requireComplete();
        AtomicBoolean cancelled = new AtomicBoolean();
        return alone(() -> outcomes.observe(
                () -> locked(
                        takeOver,
                        (repository, lock) -> backUp(repository, lock, (done, total, what) -> {
                            boolean goesOn = !stopped && progress.tell(done, total, what);
                            cancelled.set(!goesOn);
                            return goesOn;
                        })),
                () -> stopped || cancelled.get()));
    }

    private BackupRun.Result backUp(Repository repository, RepositoryLock lock, Progress progress) throws IOException {
        // The order matters: the files of all blobs that the image refers to are held and listed.
        try (BlobHold hold = holds.hold("backup", clock.now().plus(HELD));
                StoreImage image = images.open(repositories.home().resolve("data/image"))) {
            List<SourceFile> files =
                    new HomeFiles(repositories.home(), repositories.config().include_keys()).list(image.file(), blobs);
            Duration interval = Duration.ofMinutes(repositories.config().every_minutes());
            return new BackupRun(repository, clock, random, PackWriter.LENGTH, interval)
                    .run(lock, details(image), files, true, new Held(hold, progress));
        }
    }

    /** Removes runs that are not kept. */
    Prune.Result prune(boolean takeOver) throws IOException {
        deferred.requireComplete();
        return alone(() -> {
            try {
                Prune.Result result = locked(
                        takeOver,
                        (repository, lock) ->
                                new Prune(repository, clock, random, PackWriter.LENGTH).run(lock, Retention.DEFAULT));
                pruneProblem = Optional.empty();
                return result;
            } catch (IOException | StoreException e) {
                pruneProblem = Optional.of(String.valueOf(e.getMessage())).filter(problem -> !stopped);
                throw e;
            }
        });
    }

    /** Returns why the last prune failed; empty after a successful one. */
    Optional<String> pruneProblem() {
        return pruneProblem;
    }

    /** Returns whether the repository has no record of an erased account or of a drill. */
    boolean lacksRecords() {
        return erased.pending().isPresent() || drills.pending().isPresent();
    }

    /** Stores the missing records in the repository, unless a backup is being made, which does the same. */
    public void storeRecords() throws IOException {
        if (!busy.get()) {
            alone(() -> locked(false, (repository, lock) -> true));
        }
    }

    /** Does work that no other thread does at the same time. */
    private <R> R alone(BackupOperations.Work<R> work) throws IOException {
        if (!busy.compareAndSet(false, true)) {
            throw new BackupException(
                    "This server is making a backup or removing old ones. Try again when it is done.");
        }
        try {
            return work.call();
        } finally {
            busy.set(false);
        }
    }

    private <R> R locked(boolean takeOver, Work<R> work) throws IOException {
        Repository repository = repositories.open();
        try (RepositoryLock lock =
                RepositoryLock.take(repository, clock, host(), takeOver || isLockedByThisHome(repository))) {
            erased.record(repository);
            drills.record(repository);
            return work.with(repository, lock);
        }
    }

    /** Returns whether an earlier process of this home, which was killed, has left its lock. */
    private boolean isLockedByThisHome(Repository repository) throws IOException {
        return RepositoryLock.holder(repository)
                .filter(holder -> holder.host().equals(host()))
                .isPresent();
    }

    /** Returns the names of this machine and of the home, which only one process uses at a time. */
    private String host() {
        String machine;
        try {
            machine = InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            machine = "localhost";
        }
        return machine + ":" + repositories.home();
    }

    private BackupRun.Details details(StoreImage image) {
        ImageContents contents = ImageContents.of(image);
        return new BackupRun.Details(version, contents.schema(), contents.counts(), contents.heads());
    }

    /** Renews the hold of the blobs each minute while the run reports its progress. */
    private final class Held implements Progress {

        private final BlobHold hold;
        private final Progress progress;
        private Instant renewed = clock.now();

        Held(BlobHold hold, Progress progress) {
            this.hold = hold;
            this.progress = progress;
        }

        @Override
        public boolean tell(long done, long total, String what) {
            Instant now = clock.now();
            if (Duration.between(renewed, now).abs().compareTo(RENEWAL) >= 0) {
                hold.renew(now.plus(HELD));
                renewed = now;
            }
            return progress.tell(done, total, what);
        }
    }
}
