package svc.backup.outcome;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.store.Row;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;
import svc.backup.format.RunManifest;
import svc.backup.write.BackupRun;

/**
 * The outcome of the newest backup, whether the schedule or an operator began it, and the newest successful backup. Each
 * outcome is stored after its backup has ended, so that it survives a restart. Thread-safe.
 */
@Component(service = BackupOutcomes.class)
public final class BackupOutcomes {

    private static final Logger LOG = LoggerFactory.getLogger(BackupOutcomes.class);

    private static final String SUCCESS =
            "SELECT run, began_at, duration_ms, files, bytes, added_bytes FROM backup_success";
    private static final String FAILURE = "SELECT failed_at, problem FROM backup_failure";
    private static final String SAVE_SUCCESS = "INSERT INTO backup_success"
            + " (n, run, began_at, duration_ms, files, bytes, added_bytes) VALUES (1, ?, ?, ?, ?, ?, ?)"
            + " ON CONFLICT (n) DO UPDATE SET run = excluded.run, began_at = excluded.began_at,"
            + " duration_ms = excluded.duration_ms, files = excluded.files, bytes = excluded.bytes,"
            + " added_bytes = excluded.added_bytes";
    private static final String SAVE_FAILURE = "INSERT INTO backup_failure (n, failed_at, problem) VALUES (1, ?, ?)"
            + " ON CONFLICT (n) DO UPDATE SET failed_at = excluded.failed_at, problem = excluded.problem";
    private static final String DELETE_FAILURE = "DELETE FROM backup_failure";

    private final Store store;
    private final Clock clock;
    private final LongAdder successes = new LongAdder();
    private final LongAdder failures = new LongAdder();

    /** The outcomes of this process; null before they were read. */
    private volatile @Nullable Outcomes newest;

    @Activate
    public BackupOutcomes(@Reference Store store, @Reference Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /**
     * A successful backup.
     *
     * @param run its id
     * @param begin when it began
     * @param files the number of files
     * @param bytes the sum of their sizes
     * @param addedBytes the sum of the sizes of the packs that it added to the repository
     */
    public record Success(String run, Instant begin, Duration duration, long files, long bytes, long addedBytes) {}

    /** A failed backup. */
    public record Failure(Instant at, String problem) {}

    /**
     * The outcomes of backups.
     *
     * @param success the newest successful backup
     * @param failure the failure of the newest backup; empty if it was successful
     */
    public record Outcomes(Optional<Success> success, Optional<Failure> failure) {}

    /** Makes a backup. */
    @FunctionalInterface
    public interface Backup {
        BackupRun.Result run() throws IOException;
    }

    /**
     * Makes a backup and stores its outcome. If that is not possible, the outcome is kept until the process ends.
     *
     * @param isCancelled whether the backup was cancelled, which is no outcome
     */
    public BackupRun.Result observe(Backup backup, BooleanSupplier isCancelled) throws IOException {
        BackupRun.Result result;
        try {
            result = backup.run();
        } catch (IOException | RuntimeException e) {
            if (!isCancelled.getAsBoolean()) {
                failures.increment();
                fail(new Failure(clock.now(), e.getMessage() == null ? e.toString() : e.getMessage()));
            }
            throw e;
        }
        successes.increment();
        succeed(success(result));
        return result;
    }

    private static Success success(BackupRun.Result result) {
        RunManifest manifest = result.manifest();
        return new Success(
                result.id(),
                manifest.time(),
                Duration.ofMillis(manifest.durationMs()),
                manifest.fileCount(),
                manifest.bytes(),
                manifest.addedBytes());
    }

    private void succeed(Success success) {
        set(new Outcomes(Optional.of(success), Optional.empty()));
        save(tx -> {
            tx.sql().update(DELETE_FAILURE);
            return tx.sql()
                    .update(
                            SAVE_SUCCESS,
                            success.run(),
                            success.begin().toEpochMilli(),
                            success.duration().toMillis(),
                            success.files(),
                            success.bytes(),
                            success.addedBytes());
        });
    }

    private void fail(Failure failure) {
        Optional<Success> before;
        try {
            before = newest().success();
        } catch (StoreException e) {
            before = Optional.empty(); // The failure to store the outcome is logged below.
        }
        set(new Outcomes(before, Optional.of(failure)));
        save(tx -> tx.sql().update(SAVE_FAILURE, failure.at().toEpochMilli(), failure.problem()));
    }

    private void save(TransactionCallback<Integer> work) {
        try {
            store.write(Scope.system(), TransactionCallback.named("svc.backup: store the outcome of a backup", work));
        } catch (StoreException e) {
            LOG.warn("The outcome of a backup cannot be stored: {}", e.toString());
        }
    }

    private synchronized void set(Outcomes outcomes) {
        newest = outcomes;
    }

    /** Returns the outcomes. Only the first call reads the store. */
    public Outcomes newest() {
        Outcomes known = newest;
        return known == null ? read() : known;
    }

    private synchronized Outcomes read() {
        Outcomes known = newest;
        if (known == null) {
            known = store.read(
                    Scope.system(),
                    snapshot -> new Outcomes(
                            snapshot.sql().first(SUCCESS, BackupOutcomes::success),
                            snapshot.sql().first(FAILURE, BackupOutcomes::failure)));
            newest = known;
        }
        return known;
    }

    private static Success success(Row row) {
        return new Success(
                requireNonNull(row.getString(1)),
                Instant.ofEpochMilli(row.getLong(2)),
                Duration.ofMillis(row.getLong(3)),
                row.getLong(4),
                row.getLong(5),
                row.getLong(6));
    }

    private static Failure failure(Row row) {
        return new Failure(Instant.ofEpochMilli(row.getLong(1)), requireNonNull(row.getString(2)));
    }

    /** Returns the number of successful backups since the start of the server. */
    long successes() {
        return successes.sum();
    }

    /** Returns the number of failed backups since the start of the server. */
    long failures() {
        return failures.sum();
    }
}
