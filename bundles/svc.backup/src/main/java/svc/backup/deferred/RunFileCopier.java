package svc.backup.deferred;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import svc.api.time.Clock;
import svc.backup.directory.OwnerOnly;
import svc.backup.format.BackupException;
import svc.backup.format.FileEntry;
import svc.backup.read.Restore;
import svc.backup.read.RunFiles;

/** Copies files of a run to the folder {@code data} of a home. Never replaces a file. Thread-safe. */
public final class RunFileCopier {

    private static final String UNFINISHED = "deferred.unfinished";

    private final Restore restore;
    private final RunFiles entries;
    private final Path data;
    private final Path unfinished;
    private final Clock clock;

    /**
     * Creates the object.
     *
     * @param data the folder of the files
     */
    public RunFileCopier(Restore restore, Path data, Clock clock) throws IOException {
        this.restore = restore;
        this.entries = restore.parts();
        this.data = data;
        this.unfinished = data.resolve(UNFINISHED);
        this.clock = clock;
        new OwnerOnly(data).folder(unfinished);
    }

    /**
     * Copies a file, whose time is now: the garbage collector then keeps it for another day (BLOB-04).
     *
     * @param path the path of the file, which no other thread copies at the same time
     */
    public void copy(BlobPath path) throws IOException {
        FileEntry entry;
        synchronized (entries) {
            entry = entries.find(path.inBackup())
                    .orElseThrow(
                            () -> new BackupException("The backup does not contain the file " + path.text() + "."));
        }
        Path copy = unfinished.resolve(path.text().replace('/', '-'));
        try {
            restore.copyTo(entry, copy);
            Files.setLastModifiedTime(copy, FileTime.from(clock.now()));
            place(copy, data.resolve(path.text()));
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    /** Gives a complete copy its name, unless the server has written this file meanwhile. */
    private static void place(Path copy, Path file) throws IOException {
        Path folder = Objects.requireNonNull(file.getParent());
        new OwnerOnly(folder).folder(folder);
        try {
            link(copy, file);
        } catch (FileAlreadyExistsException e) {
            // It is a blob with these bytes, or a new pack whose number the database of the backup does not know.
            return;
        }
        OwnerOnly.sync(folder);
    }

    /** Links fail if the file exists, unlike moves. A file system without links gets a move, which checks this before. */
    private static void link(Path copy, Path file) throws IOException {
        try {
            Files.createLink(file, copy);
        } catch (FileAlreadyExistsException e) {
            throw e;
        } catch (UnsupportedOperationException | FileSystemException e) {
            Files.move(copy, file);
        }
    }

    /** Deletes the copies that were not finished, while no copier is used. */
    public static void deleteUnfinished(Path data) throws IOException {
        OwnerOnly.delete(data.resolve(UNFINISHED));
    }
}
