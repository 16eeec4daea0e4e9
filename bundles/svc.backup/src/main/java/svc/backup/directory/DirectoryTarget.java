package svc.backup.directory;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import svc.backup.api.BackupTarget;
import svc.backup.api.LimitedInput;

/**
 * A target that stores each object in a file below a folder. Only the owner of the server's process can read files and
 * folders. An object becomes visible by a hard link from a temporary file that was synced to disk. Symbolic links below
 * the folder are not followed.
 */
public final class DirectoryTarget implements BackupTarget {

    /** The folder of files that are not complete. */
    private static final String UNFINISHED = ".unfinished";

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*");

    private final Path root;
    private final OwnerOnly files;

    private DirectoryTarget(Path root) {
        this.root = root;
        this.files = new OwnerOnly(root);
    }

    /** Opens an existing folder. */
    public static DirectoryTarget open(Path folder) throws IOException {
        return new DirectoryTarget(folder.toRealPath());
    }

    /** Opens a folder, and creates it if it does not exist. */
    public static DirectoryTarget create(Path folder) throws IOException {
        Path absolute = folder.toAbsolutePath().normalize();
        new OwnerOnly(absolute).folder(absolute);
        return open(absolute);
    }

    @Override
    public Upload create(String name) throws IOException {
        Path file = file(name);
        Path folder = root.resolve(UNFINISHED);
        files.folder(folder);
        refuseLink(folder);
        Path unfinished = Files.createTempFile(folder, "object", "", files.fileAttributes());
        FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.WRITE);
        return new FileUpload(unfinished, channel, file);
    }

    @Override
    public InputStream read(String name, long offset, long length) throws IOException {
        Path file = file(name);
        refuseLinks(file);
        FileChannel channel = FileChannel.open(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        try {
            channel.position(offset);
            return new LimitedInput(Channels.newInputStream(channel), length);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public List<StoredObject> list(String prefix) throws IOException {
        List<StoredObject> found = new ArrayList<>();
        int slash = prefix.lastIndexOf('/');
        Path start = slash < 0 ? root : file(prefix.substring(0, slash));
        if (!Files.isDirectory(start, LinkOption.NOFOLLOW_LINKS)) {
            return found;
        }
        refuseLinks(start);
        Files.walkFileTree(start, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return folder.equals(root.resolve(UNFINISHED))
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                String name = root.relativize(file).toString();
                if (name.startsWith(prefix)) {
                    found.add(new StoredObject(name, attributes.size()));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE; // Deleted since its folder was read.
                }
                throw failure;
            }
        });
        found.sort(Comparator.comparing(StoredObject::name));
        return found;
    }

    @Override
    public void delete(String name) throws IOException {
        Path file = file(name);
        Path folder = parent(file);
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            refuseLinks(folder);
            Files.deleteIfExists(file);
            OwnerOnly.sync(folder);
        }
    }

    @Override
    public void discardUnfinished() throws IOException {
        Path folder = root.resolve(UNFINISHED);
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            try (var unfinished = Files.newDirectoryStream(folder)) {
                for (Path file : unfinished) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }

    @Override
    public OptionalLong freeBytes() throws IOException {
        return OptionalLong.of(Files.getFileStore(root).getUsableSpace());
    }

    private Path file(String name) {
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("not the name of an object: " + name);
        }
        return root.resolve(name);
    }

    private static Path parent(Path file) {
        return Objects.requireNonNull(file.getParent());
    }

    /** Refuses symbolic links in the path from the root to this file or folder, both included. */
    private void refuseLinks(Path path) throws IOException {
        for (Path at = path; !at.equals(root); at = parent(at)) {
            refuseLink(at);
        }
    }

    private static void refuseLink(Path path) throws IOException {
        if (Files.isSymbolicLink(path)) {
            throw new IOException("A target must not contain symbolic links: " + path);
        }
    }

    /** An object in a temporary file. */
    private final class FileUpload implements Upload {

        private final Path unfinished;
        private final FileChannel channel;
        private final Path file;

        FileUpload(Path unfinished, FileChannel channel, Path file) {
            this.unfinished = unfinished;
            this.channel = channel;
            this.file = file;
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        }

        @Override
        public boolean commit() throws IOException {
            channel.force(true);
            channel.close();
            Path folder = parent(file);
            files.folder(folder);
            refuseLinks(folder);
            boolean stored = publish();
            OwnerOnly.sync(folder);
            return stored;
        }

        /** A hard link is used because a rename replaces an existing file. */
        private boolean publish() throws IOException {
            try {
                Files.createLink(file, unfinished);
                return true;
            } catch (FileAlreadyExistsException e) {
                return false;
            } catch (UnsupportedOperationException | FileSystemException e) {
                return rename(); // The file system has no hard links.
            }
        }

        private boolean rename() throws IOException {
            try {
                Files.move(unfinished, file); // Fails if the file exists.
                return true;
            } catch (FileAlreadyExistsException e) {
                return false;
            }
        }

        @Override
        public void close() throws IOException {
            channel.close();
            Files.deleteIfExists(unfinished);
        }
    }
}
