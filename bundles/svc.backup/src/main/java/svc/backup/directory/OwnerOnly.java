package svc.backup.directory;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Files and folders that only their owner can use, as far as the file system has permissions. */
public final class OwnerOnly {

    private final boolean posix;

    /** Prepares files on the file system of a path. */
    public OwnerOnly(Path near) {
        this.posix = near.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    /** Returns the permissions of a new file. */
    public FileAttribute<?>[] fileAttributes() {
        return attributes("rw-------");
    }

    /** Creates a folder with its parents, and syncs the entries to disk. */
    public void folder(Path folder) throws IOException {
        if (Files.isDirectory(folder)) {
            return;
        }
        Path parent = Objects.requireNonNull(folder.getParent());
        folder(parent);
        try {
            Files.createDirectory(folder, attributes("rwx------"));
        } catch (FileAlreadyExistsException e) {
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
        sync(parent);
    }

    /** Writes a new file, and syncs it and its folder to disk. */
    public void write(Path file, byte[] content) throws IOException {
        Path parent = Objects.requireNonNull(file.getParent());
        folder(parent);
        Set<StandardOpenOption> options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        try (FileChannel channel = FileChannel.open(file, options, fileAttributes())) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        sync(parent);
    }

    /** Syncs the entries of a folder to disk. */
    public static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Deletes a file, or a folder with all that it contains, if it exists. */
    public static void delete(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        Files.walkFileTree(path, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure) throws IOException {
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    private FileAttribute<?>[] attributes(String permissions) {
        return posix
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
