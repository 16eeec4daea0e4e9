package svc.api.config;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * A file with a secret of the server, in the folder {@code secrets} of the home. Only its owner can read it.
 *
 * <p>Not thread-safe. The methods do not need the running server.
 */
public final class SecretFile {

    private static final String FILE = "rw-------";
    private static final String FOLDER = "rwx------";

    private final Path path;

    /** Creates the object, not the file. */
    public SecretFile(Path path) {
        this.path = path.toAbsolutePath();
    }

    /** Returns the path of the file. */
    public Path path() {
        return path;
    }

    /** Returns the content; empty if the file does not exist. */
    public Optional<byte[]> read() throws IOException {
        try {
            return Optional.of(Files.readAllBytes(path));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Writes the file and syncs it to disk. After a crash, it has the old or the new content. */
    public void write(byte[] content) throws IOException {
        Path folder = Objects.requireNonNull(path.getParent());
        make(folder);
        Path fresh = path.resolveSibling(path.getFileName() + ".new");
        Files.deleteIfExists(fresh);
        try (FileChannel channel =
                FileChannel.open(fresh, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), owner(FILE))) {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(fresh, path, StandardCopyOption.ATOMIC_MOVE);
        sync(folder);
    }

    private void make(Path folder) throws IOException {
        Path parent = folder.getParent();
        if (parent != null && !Files.isDirectory(folder)) {
            make(parent);
            Files.createDirectories(folder, owner(FOLDER));
            sync(parent);
        }
    }

    /** Syncs the entries of a folder to disk. */
    private static void sync(Path folder) throws IOException {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    /** Deletes the file if it exists. */
    public void delete() throws IOException {
        Files.deleteIfExists(path);
    }

    /** Returns whether users other than the owner have permissions on the file. */
    public boolean isExposed() {
        try {
            Set<PosixFilePermission> owners = PosixFilePermissions.fromString(FILE);
            return !owners.containsAll(Files.getPosixFilePermissions(path));
        } catch (IOException | UnsupportedOperationException e) {
            return false; // The file does not exist, or the file system has no POSIX permissions.
        }
    }

    private FileAttribute<?>[] owner(String permissions) {
        return path.getFileSystem().supportedFileAttributeViews().contains("posix")
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }
}
