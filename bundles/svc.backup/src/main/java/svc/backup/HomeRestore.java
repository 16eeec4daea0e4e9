package svc.backup;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import svc.api.json.Json;
import svc.api.operation.Progress;
import svc.api.restore.RestoreStep;
import svc.api.restore.RestoredBackup;
import svc.api.time.Clock;
import svc.backup.deferred.BlobPath;
import svc.backup.deferred.DeferredFileRows.Source;
import svc.backup.directory.OwnerOnly;
import svc.backup.format.BackupException;
import svc.backup.key.BackupKey;
import svc.backup.read.DatabaseCopy;
import svc.backup.read.Restore;

/**
 * Restores the files of a backup into a home. The files are complete in a folder of their own before they are moved to
 * their places, the data last: a home whose restore was interrupted has no data, and the restore can be repeated.
 */
final class HomeRestore {

    private static final String UNFINISHED = "restore.unfinished";
    private static final String DATA = "data";

    /** What a command creates in a home without data. */
    private static final Set<String> EXPENDABLE = Set.of("cache", "run", UNFINISHED);

    private final Path home;
    private final BackupKey key;
    private final Json json;
    private final Clock clock;
    private final ToLongFunction<Path> free;

    /**
     * Creates the object.
     *
     * @param free returns the free bytes of the disk of a folder
     */
    HomeRestore(Path home, BackupKey key, Json json, Clock clock, ToLongFunction<Path> free) {
        this.home = home;
        this.key = key;
        this.json = json;
        this.clock = clock;
        this.free = free;
    }

    /**
     * Restores the files.
     *
     * @param replace whether the home may have files, which are moved into a folder of the home when all restored files
     *     are complete
     * @param deferred where the server fetches the blobs while it runs; empty if they are restored
     * @return the folder with the files that the home had before
     */
    Optional<Path> restore(
            Restore restore, RestoredBackup backup, boolean replace, Optional<Source> deferred, Progress progress)
            throws IOException {
        ReplacedFiles replaced = new ReplacedFiles(home);
        Set<String> old = existing(replaced);
        if (!old.isEmpty() && !replace) {
            throw new BackupException("The home " + home + " is not empty: it has " + String.join(", ", old)
                    + ". Move it away, choose another one with --home, or add --replace.");
        }
        new OwnerOnly(home).folder(home);
        Path unfinished = home.resolve(UNFINISHED);
        OwnerOnly.delete(unfinished);
        DatabaseCopy.requireRoom(restore.manifest().bytes(), home, free.applyAsLong(home));
        if (!old.isEmpty()) {
            replaced.begin(clock.now());
        }
        restore.all(
                unfinished, entry -> deferred.isPresent() && BlobPath.of(entry).isPresent(), progress);
        if (!Files.exists(unfinished.resolve(HomeFiles.DATABASE))) {
            throw new BackupException("The backup " + backup.run() + " contains no database.");
        }
        touchBlobs(unfinished.resolve(HomeFiles.BLOBS));
        new OwnerOnly(home)
                .write(unfinished.resolve(Repositories.KEY), key.toBytes()); // The home makes further backups.
        write(unfinished.resolve(RestoreStep.MARKER), backup);
        if (deferred.isPresent()) {
            write(unfinished.resolve(DeferredFiles.MARKER), deferred.get());
        }
        Optional<Path> folder = replaced.complete(old, DATA);
        move(unfinished);
        return folder;
    }

    /**
     * Returns the names of the files that the home had before a restore; not those that an interrupted restore has moved
     * to their places.
     */
    private Set<String> existing(ReplacedFiles replaced) throws IOException {
        if (!Files.exists(home)) {
            return Set.of();
        }
        Set<String> names = new TreeSet<>();
        try (Stream<Path> found = Files.list(home)) {
            found.forEach(path -> names.add(path.getFileName().toString()));
        }
        if (names.contains(UNFINISHED)
                && !names.contains(DATA)
                && replaced.unfinished().isEmpty()) {
            return Set.of();
        }
        names.removeAll(EXPENDABLE);
        names.removeIf(ReplacedFiles::isName);
        return names;
    }

    /** Sets the times of all blobs to now: the garbage collector then keeps each for another day (BLOB-04). */
    private void touchBlobs(Path blobs) throws IOException {
        if (!Files.isDirectory(blobs)) {
            return;
        }
        FileTime now = FileTime.from(clock.now());
        Files.walkFileTree(blobs, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.setLastModifiedTime(file, now);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Writes a file that the first start reads to complete the restore. */
    private void write(Path marker, Object content) throws IOException {
        new OwnerOnly(home)
                .write(marker, json.binding(Json.Names.EXACT).text(content).getBytes(UTF_8));
    }

    private void move(Path unfinished) throws IOException {
        Set<Path> parts = new TreeSet<>();
        try (Stream<Path> found = Files.list(unfinished)) {
            found.forEach(parts::add);
        }
        Path data = unfinished.resolve(DATA);
        parts.remove(data);
        for (Path part : parts) {
            Path place = home.resolve(part.getFileName());
            OwnerOnly.delete(place);
            Files.move(part, place, StandardCopyOption.ATOMIC_MOVE);
        }
        OwnerOnly.sync(home);
        Files.move(data, home.resolve(DATA), StandardCopyOption.ATOMIC_MOVE);
        Files.delete(unfinished);
        OwnerOnly.sync(home);
    }
}
