package svc.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.api.operation.OperationResult;
import svc.api.time.Clock;
import svc.backup.format.DrillRecord;
import svc.backup.format.FileEntry;
import svc.backup.format.Repository;
import svc.backup.outcome.Drills;
import svc.backup.read.ChunkIndex;
import svc.backup.read.ChunkReader;
import svc.backup.read.FileList;
import svc.backup.write.SourceFile;

/** The operation that shows what the next backup would do. It writes nothing. */
@Component
public final class PlanOperation implements OperationGroup {

    private final Repositories repositories;
    private final BackupSchedule schedule;
    private final Drills drills;
    private final Clock clock;

    @Activate
    public PlanOperation(
            @Reference Repositories repositories,
            @Reference BackupSchedule schedule,
            @Reference Drills drills,
            @Reference Clock clock) {
        this.repositories = repositories;
        this.schedule = schedule;
        this.drills = drills;
        this.clock = clock;
    }

    /**
     * What the next backup would do.
     *
     * @param nextRun when the schedule makes the next backup; null if there is no schedule
     * @param runs the number of backups in the repository
     * @param files the number of files in the next backup
     * @param sizeBytes the sum of their sizes
     * @param newBytes the sizes of the files that the newest backup does not have, without the database
     * @param databaseBytes the size of the database, of which the changed parts are stored
     * @param freeBytes the free space of the repository; null if it is unknown
     */
    public record Plan(
            @Nullable Instant nextRun,
            int runs,
            @Nullable String newestRun,
            @Nullable Double newestRunAgeHours,
            @Nullable Double lastDrillAgeDays,
            long files,
            long sizeBytes,
            long newBytes,
            long databaseBytes,
            @Nullable Long freeBytes) {}

    @Operation(
            command = "backup plan",
            help = "Show what the next backup would do, with sizes and ages, without making it",
            routes = "GET /backup/plan")
    public OperationResult<Plan> plan() {
        return BackupOperations.guarded(() -> {
            Repository repository = repositories.open();
            List<String> runs = repository.runs();
            Optional<String> newest = runs.isEmpty() ? Optional.empty() : Optional.of(runs.get(runs.size() - 1));
            Estimate estimate = estimate(repository, newest);
            Double runAge = newest.isEmpty()
                    ? null
                    : age(repository.manifest(newest.get()).time(), Duration.ofHours(1));
            Double drillAge = drills.newest()
                    .map(DrillRecord::time)
                    .map(time -> age(time, Duration.ofDays(1)))
                    .orElse(null);
            OptionalLong free = repository.target().freeBytes();
            return OperationResult.of(new Plan(
                    schedule.nextRun().orElse(null),
                    runs.size(),
                    newest.orElse(null),
                    runAge,
                    drillAge,
                    estimate.files,
                    estimate.bytes,
                    estimate.newBytes,
                    estimate.databaseBytes,
                    free.isPresent() ? free.getAsLong() : null));
        });
    }

    /** Returns the time since an instant in a unit, with one decimal. */
    private double age(Instant since, Duration unit) {
        double tenths = 10.0 * Duration.between(since, clock.now()).toMillis() / unit.toMillis();
        return Math.round(tenths) / 10.0;
    }

    private Estimate estimate(Repository repository, Optional<String> newest) throws IOException {
        List<String> names =
                newest.isEmpty() ? List.of() : repository.manifest(newest.get()).files();
        ChunkReader chunks = new ChunkReader(repository, ChunkIndex.load(repository));
        Estimate estimate = new Estimate(new FileList(repository, chunks, names));
        HomeFiles home =
                new HomeFiles(repositories.home(), repositories.config().include_keys());
        for (SourceFile file : home.estimated()) {
            estimate.add(file);
        }
        return estimate;
    }

    /** Sums up the files of the home, in their order, and compares them with those of the newest run. */
    static final class Estimate {

        private final FileList previous;
        private Optional<FileEntry> next;
        private long files;
        private long bytes;
        private long newBytes;
        private long databaseBytes;

        Estimate(FileList previous) throws IOException {
            this.previous = previous;
            this.next = previous.next();
        }

        void add(SourceFile file) throws IOException {
            long size;
            try {
                size = Files.size(file.file());
            } catch (NoSuchFileException e) {
                return; // The server has removed it since.
            }
            files++;
            bytes += size;
            if (file.path().equals(HomeFiles.DATABASE)) {
                databaseBytes = size;
            } else if (!isStored(file.path(), size)) {
                newBytes += size;
            }
        }

        private boolean isStored(String path, long size) throws IOException {
            while (next.isPresent() && next.get().path().compareTo(path) < 0) {
                next = previous.next();
            }
            return next.isPresent()
                    && next.get().path().equals(path)
                    && next.get().size() == size;
        }
    }
}
