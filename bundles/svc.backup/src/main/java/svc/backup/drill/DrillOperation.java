package svc.backup.drill;

import java.io.IOException;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.backup.BlobFiles;
import svc.api.backup.RestoredStores;
import svc.api.backup.StoreImages;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;
import svc.api.operation.Progress;
import svc.api.time.Clock;
import svc.backup.BackupOperations;
import svc.backup.BackupService;
import svc.backup.Repositories;
import svc.backup.drill.Drill.Rehearsed;
import svc.backup.format.BackupException;
import svc.backup.format.DrillRecord;
import svc.backup.outcome.Drills;
import svc.backup.read.Compatibility;

/** The operations that rehearse a restore on the server, one at a time, and record results. */
@Component
public final class DrillOperation implements OperationGroup {

    static final int FAILED = 2;

    private final Repositories repositories;
    private final BackupService service;
    private final StoreImages images;
    private final RestoredStores stores;
    private final BlobFiles blobs;
    private final Drills drills;
    private final Clock clock;
    private final Compatibility compatibility;
    private final SecureRandom random = new SecureRandom();
    private final AtomicBoolean busy = new AtomicBoolean();

    @Activate
    public DrillOperation(
            BundleContext context,
            @Reference Repositories repositories,
            @Reference BackupService service,
            @Reference StoreImages images,
            @Reference RestoredStores stores,
            @Reference BlobFiles blobs,
            @Reference Drills drills,
            @Reference Clock clock) {
        this.repositories = repositories;
        this.service = service;
        this.images = images;
        this.stores = stores;
        this.blobs = blobs;
        this.drills = drills;
        this.clock = clock;
        this.compatibility = new Compatibility(String.valueOf(context.getProperty("svc.version")), Map.of());
    }

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
        Rehearsed done = new Drill(
                        repositories.home().resolve("run"),
                        images,
                        random,
                        place -> place.toFile().getUsableSpace(),
                        Optional.of(new BlobDecryption(stores, blobs, random)))
                .rehearse(repositories.openReadable(), run, compatibility, clock, progress);
        drills.save(new DrillRecord(done.runId(), done.at(), done.problem()));
        String note = done.problem() == null
                ? ""
                : "The restore of this backup would fail. Run `svc backup verify --all`, and make a backup.";
        return new OperationResult<>(
                done, done.problem() == null ? 0 : FAILED, note + stored(note.isEmpty() ? "" : " "));
    }

    /** The result of a drill on another machine. */
    public record Recorded(
            String runId, Instant at, @Nullable String problem) {}

    @Operation(
            command = "backup record-drill",
            help = "Record a drill that was made on another machine, for the check backup-drill",
            routes = "POST /backup/recorded-drills 201")
    public OperationResult<Recorded> recordDrill(
            @Help("the backup that was restored, as shown by svc backup drill-elsewhere") String run,
            @Help("why the drill failed; without it, it was successful") @Nullable String problem) {
        return BackupOperations.guarded(() -> {
            if (!repositories.open().runs().contains(run)) {
                throw new OperationException(
                        Reason.NOT_FOUND, "The repository contains no backup \"" + run + "\". See svc backup list.");
            }
            DrillRecord record = new DrillRecord(run, clock.now(), problem);
            drills.save(record);
            return new OperationResult<>(new Recorded(record.run(), record.time(), problem), 0, stored(""));
        });
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
