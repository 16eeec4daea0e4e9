package svc.backup;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.backup.StoreImages;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;
import svc.api.operation.Progress;
import svc.api.time.Clock;
import svc.backup.format.BackupException;
import svc.backup.format.DamagedObjectException;
import svc.backup.format.DrillRecord;
import svc.backup.format.Repository;
import svc.backup.read.Compatibility;
import svc.backup.read.Restore;

/** The operation that rehearses a restore, one at a time, and records the result. */
@Component
public final class DrillOperation implements OperationGroup {

    private static final int FAILED = 2;

    private final Repositories repositories;
    private final BackupService service;
    private final StoreImages images;
    private final Drills drills;
    private final Clock clock;
    private final String version;
    private final AtomicBoolean busy = new AtomicBoolean();

    @Activate
    public DrillOperation(
            BundleContext context,
            @Reference Repositories repositories,
            @Reference BackupService service,
            @Reference StoreImages images,
            @Reference Drills drills,
            @Reference Clock clock) {
        this.repositories = repositories;
        this.service = service;
        this.images = images;
        this.drills = drills;
        this.clock = clock;
        this.version = String.valueOf(context.getProperty("svc.version"));
    }

    /**
     * A rehearsed restore.
     *
     * @param runId the id of the backup
     * @param objects the number of objects in the restored database
     * @param blobFiles the number of files of blobs that were read
     * @param problem why it failed; null if it was successful
     */
    public record Rehearsed(
            String runId,
            Instant at,
            long databaseBytes,
            long objects,
            int blobFiles,
            double durationSeconds,
            @Nullable String problem) {}

    @Operation(
            command = "backup drill",
            help = "Rehearse a restore: restore and check the database, and read some blobs; exit code 2 if it fails",
            routes = "POST /backup/drills 201")
    public OperationResult<Rehearsed> drill(
            @Help("the backup, as listed by svc backup list; the newest one by default") @Nullable String run,
            Progress progress) {
        return BackupOperations.guarded(() -> {
            if (!busy.compareAndSet(false, true)) {
                throw new BackupException("Another drill is running. Try again when it is done.");
            }
            try {
                return rehearse(run, progress);
            } finally {
                busy.set(false);
            }
        });
    }

    private OperationResult<Rehearsed> rehearse(@Nullable String run, Progress progress) throws IOException {
        long start = clock.nanos();
        Repository repository = repositories.open();
        String id = run == null ? repository.newest() : run;
        if (!repository.runs().contains(id)) {
            throw new BackupException("The repository contains no backup \"" + id + "\". See svc backup list.");
        }
        Drill.Result result = result(repository, id, progress);
        Duration duration = Duration.ofNanos(clock.nanos() - start);
        DrillRecord record = new DrillRecord(id, clock.now(), result.problem());
        drills.save(record);
        String note = result.problem() == null
                ? ""
                : "The restore of this backup would fail. Run `svc backup verify --all`, and make a backup.";
        return new OperationResult<>(
                new Rehearsed(
                        id,
                        record.time(),
                        result.databaseBytes(),
                        result.objects(),
                        result.blobFiles(),
                        duration.toMillis() / 1_000.0,
                        result.problem()),
                result.problem() == null ? 0 : FAILED,
                note + stored(note.isEmpty() ? "" : " "));
    }

    private Drill.Result result(Repository repository, String run, Progress progress) throws IOException {
        Path folder = repositories.home().resolve("run");
        Restore restore;
        try {
            restore = Restore.of(repository, run, new Compatibility(version, Map.of()));
        } catch (DamagedObjectException e) {
            return Drill.Result.failed(String.valueOf(e.getMessage()));
        }
        return new Drill(
                        folder,
                        images,
                        new SecureRandom(),
                        place -> place.toFile().getUsableSpace())
                .run(restore, progress);
    }

    /** Stores the record in the repository. If this fails, the schedule tries again each minute. */
    private String stored(String separator) {
        try {
            service.storeRecords();
            return "";
        } catch (IOException e) {
            return separator + "The repository has no record of this drill yet: " + e.getMessage();
        }
    }
}
