package svc.backup.deferred;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Objects;
import java.util.Set;
import svc.api.time.Clock;
import svc.backup.directory.OwnerOnly;
import svc.backup.format.BackupException;
import svc.backup.format.FileEntry;
import svc.backup.read.Restore;
import svc.backup.read.RunFiles;

/** Copies files of a run to the folder {@code data} of a home. Never replaces a file. Thread-safe. */
public final class RunFileCopier {

    private static final String PREFIX = "data/";
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
     * @param path the path below the folder {@code data}; no other thread copies it at the same time
     */
    public void copy(String path) throws IOException {
        FileEntry entry;
        synchronized (entries) {
            entry = entries.find(PREFIX + path)
                    .orElseThrow(() -> new BackupException("The backup does not contain the file " + path + "."));
        }
        Path copy = unfinished.resolve(path.replace('/', '-'));
        try {
            write(entry, copy);
            place(copy, data.resolve(path));
        } finally {
            Files.deleteIfExists(copy);
        }
    }

    private void write(FileEntry entry, Path copy) throws IOException {
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(copy, options, new OwnerOnly(copy).fileAttributes());
                OutputStream out = Channels.newOutputStream(channel)) {
            restore.copy(entry, out);
            Files.setLastModifiedTime(copy, FileTime.from(clock.now()));
            channel.force(true);
        }
    }

    /** Gives a complete copy its name, unless the server has written this file meanwhile. */
    private static void place(Path copy, Path file) throws IOException {
        Path folder = Objects.requireNonNull(file.getParent());
        new OwnerOnly(folder).folder(folder);
        try {
            link(copy, file);
        } catch (FileAlreadyExistsException e) {
            return; // A blob with these bytes, or a new pack with a number that the database of the backup does not
            // know.
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
