package svc.backup.drill;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.api.backup.StoreImages;
import svc.api.backup.StoreImages.StoreImage;
import svc.api.operation.Progress;
import svc.api.store.StoreException;
import svc.api.time.Clock;
import svc.backup.HomeFiles;
import svc.backup.directory.OwnerOnly;
import svc.backup.format.BackupException;
import svc.backup.format.DamagedObjectException;
import svc.backup.format.FileEntry;
import svc.backup.format.Repository;
import svc.backup.read.Compatibility;
import svc.backup.read.DatabaseCopy;
import svc.backup.read.FileList;
import svc.backup.read.Restore;
import svc.backup.verify.ImageContents;

/**
 * Rehearses a restore: restores the database of a run into a folder of the home, checks it and compares it with the
 * manifest, and reads files of blobs in the repository. The folder is deleted at the end, or by the next drill.
 */
public final class Drill {

    private static final String PREFIX = "drill-";
    private static final int FILES = 20;

    /** The number of chunks of each of these files that are read: 16 MiB. */
    private static final int CHUNKS = 64;

    private static final int MOST_DIFFERENCES = 5;

    private final Path folder;
    private final StoreImages images;
    private final RandomGenerator random;
    private final ToLongFunction<Path> free;
    private final Optional<BlobDecryption> decryption;

    /**
     * Creates a drill.
     *
     * @param folder the folder {@code run} of the home
     * @param random selects the files of blobs
     * @param free returns the number of free bytes of a folder
     * @param decryption decrypts blobs; empty if this process has no keys of them
     */
    public Drill(
            Path folder,
            StoreImages images,
            RandomGenerator random,
            ToLongFunction<Path> free,
            Optional<BlobDecryption> decryption) {
        this.folder = folder;
        this.images = images;
        this.random = random;
        this.free = free;
        this.decryption = decryption;
    }

    /**
     * What a drill found.
     *
     * @param databaseBytes the size of the database
     * @param objects the number of objects in it
     * @param blobFiles the number of files of blobs that were read
     * @param blobs the number of blobs that were decrypted
     * @param problem why the restore would fail; null if it would not
     */
    public record Result(
            long databaseBytes,
            long objects,
            int blobFiles,
            int blobs,
            @Nullable String problem) {

        static Result failed(String problem) {
            return new Result(0, 0, 0, 0, problem);
        }
    }

    /**
     * A rehearsed restore.
     *
     * @param runId the id of the backup
     * @param objects the number of objects in the restored database
     * @param blobFiles the number of files of blobs that were read
     * @param blobs the number of blobs in packs that were decrypted with the keys of this server
     * @param problem why it failed; null if it was successful
     */
    public record Rehearsed(
            String runId,
            Instant at,
            long databaseBytes,
            long objects,
            int blobFiles,
            int blobs,
            double durationSeconds,
            @Nullable String problem) {}

    /**
     * Rehearses the restore of a run of a repository.
     *
     * @param run the id of the run; null for the newest one
     * @throws BackupException there is no such run, the disk has no room, or the caller cancelled the drill
     */
    Rehearsed rehearse(
            Repository repository, @Nullable String run, Compatibility compatibility, Clock clock, Progress progress)
            throws IOException {
        long start = clock.nanos();
        String id = repository.existing(run);
        Result result;
        try {
            result = run(Restore.of(repository, id, compatibility), progress);
        } catch (DamagedObjectException e) {
            result = Result.failed(String.valueOf(e.getMessage()));
        }
        return new Rehearsed(
                id,
                clock.now(),
                result.databaseBytes(),
                result.objects(),
                result.blobFiles(),
                result.blobs(),
                Duration.ofNanos(clock.nanos() - start).toMillis() / 1_000.0,
                result.problem());
    }

    /** The files of a run that a drill reads. */
    private record Chosen(FileEntry database, List<FileEntry> blobs) {}

    /**
     * Restores a run.
     *
     * @throws BackupException the disk has no room, or the caller cancelled the drill: nothing is known of the run
     */
    public Result run(Restore restore, Progress progress) throws IOException {
        new OwnerOnly(folder).folder(folder);
        clean();
        Chosen chosen;
        try {
            chosen = choose(restore.files());
        } catch (BackupException e) {
            return Result.failed(String.valueOf(e.getMessage()));
        }
        DatabaseCopy.requireRoom(chosen.database().size(), folder, free.applyAsLong(folder));
        try {
            return restored(restore, chosen, progress);
        } catch (DatabaseCopy.CancelledException e) {
            throw e;
        } catch (IOException | StoreException e) {
            return Result.failed(String.valueOf(e.getMessage()));
        } finally {
            clean();
        }
    }

    private Result restored(Restore restore, Chosen chosen, Progress progress) throws IOException {
        Path place = Files.createTempDirectory(folder, PREFIX);
        Path file = place.resolve("svc.db");
        DatabaseCopy.write(restore, chosen.database(), file, progress);
        long objects;
        try (StoreImage image = images.read(file)) {
            List<String> damage = image.integrity();
            if (!damage.isEmpty()) {
                return Result.failed("The database is damaged: " + damage.get(0));
            }
            ImageContents contents = ImageContents.of(image);
            Set<String> differences = contents.differences(restore.manifest());
            if (!differences.isEmpty()) {
                return Result.failed("The database differs from the manifest: "
                        + String.join(
                                ", ",
                                differences.stream().limit(MOST_DIFFERENCES).toList()));
            }
            objects = contents.counts().values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }
        int read = 0;
        for (FileEntry blob : chosen.blobs()) {
            restore.read(blob, CHUNKS);
            DatabaseCopy.tell(progress, ++read, chosen.blobs().size(), "files of blobs read");
        }
        int decrypted = decryption.isPresent() ? decryption.get().decrypt(file, restore.parts(), progress) : 0;
        return new Result(chosen.database().size(), objects, read, decrypted, null);
    }

    /** Selects files of blobs; each has the same probability. */
    private Chosen choose(FileList files) throws IOException {
        Optional<FileEntry> database = Optional.empty();
        List<FileEntry> blobs = new ArrayList<>();
        int seen = 0;
        for (Optional<FileEntry> next = files.next(); next.isPresent(); next = files.next()) {
            FileEntry entry = next.get();
            if (entry.path().equals(HomeFiles.DATABASE)) {
                database = next;
            } else if (entry.path().startsWith(HomeFiles.BLOBS)) {
                int place = seen < FILES ? seen : random.nextInt(seen + 1);
                seen++;
                if (place == blobs.size()) {
                    blobs.add(entry);
                } else if (place < FILES) {
                    blobs.set(place, entry);
                }
            }
        }
        return new Chosen(database.orElseThrow(() -> new BackupException("The backup contains no database.")), blobs);
    }

    /** Deletes the folders of this drill and of earlier ones, which were interrupted. */
    private void clean() throws IOException {
        List<Path> left;
        try (Stream<Path> found = Files.list(folder)) {
            left = found.filter(path -> path.getFileName().toString().startsWith(PREFIX))
                    .toList();
        }
        for (Path path : left) {
            OwnerOnly.delete(path);
        }
    }
}
