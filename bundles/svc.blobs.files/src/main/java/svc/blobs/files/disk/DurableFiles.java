package svc.blobs.files.disk;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Creates, writes and deletes files and folders that only their owner can read and that survive a power failure. */
public final class DurableFiles {

    private static final Object MAKING = new Object();

    private DurableFiles() {}

    /** Creates a file and opens it for writing. */
    public static FileChannel create(Path file) throws IOException {
        Set<StandardOpenOption> options =
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, StandardOpenOption.READ);
        return FileChannel.open(file, options, owner(file, "rw-------"));
    }

    /** Creates a folder and syncs it to disk. Concurrent calls wait until the folder is synced. */
    public static void folder(Path folder) throws IOException {
        synchronized (MAKING) {
            make(folder);
        }
    }

    private static void make(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path parent = parent(folder);
        make(parent);
        try {
            Files.createDirectory(folder, owner(parent, "rwx------"));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
        sync(parent);
    }

    /** Syncs the entries of a folder to disk. */
    public static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Replaces a file atomically: after a crash it has the old or the new content. */
    public static void replace(Path file, List<String> lines) throws IOException {
        Path fresh = fresh(file);
        Files.deleteIfExists(fresh);
        try (FileChannel channel = create(fresh)) {
            write(channel, ByteBuffer.wrap((String.join("\n", lines) + "\n").getBytes(UTF_8)), 0);
            channel.force(true);
        } catch (IOException e) {
            Files.deleteIfExists(fresh);
            throw e;
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE);
        sync(parent(file));
    }

    /** Deletes the temporary file of an interrupted {@link #replace}. */
    public static void tidy(Path file) throws IOException {
        Files.deleteIfExists(fresh(file));
    }

    private static Path fresh(Path file) {
        return file.resolveSibling(file.getFileName() + ".new");
    }

    /** Writes all bytes at an offset. */
    public static void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
        long next = at;
        while (bytes.hasRemaining()) {
            next += channel.write(bytes, next);
        }
    }

    /** Returns the sorted names of the files in a folder; empty when the folder is missing. */
    public static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .sorted()
                    .toList();
        } catch (NoSuchFileException e) {
            return List.of();
        }
    }

    /** Deletes a folder recursively. */
    public static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (NoSuchFileException e) {
            return; // The folder is already deleted.
        }
    }

    public static Path parent(Path file) {
        return Optional.ofNullable(file.getParent()).orElseThrow();
    }

    private static FileAttribute<?>[] owner(Path near, String permissions) {
        return near.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
