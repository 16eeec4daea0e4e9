package svc.backup.write;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import svc.backup.format.BackupException;

/**
 * A file to back up.
 *
 * @param path its path in the backup
 * @param file the file
 * @param immutable whether the file is not read again if its size and its modification time are those of the previous
 *     run
 * @param compress whether its chunks are compressed if they become smaller
 * @param changed the time at which the content last changed, in place of the modification time
 */
public record SourceFile(String path, Path file, boolean immutable, boolean compress, Optional<Instant> changed) {

    /** Creates a file whose modification time says when it changed. */
    public SourceFile(String path, Path file, boolean immutable, boolean compress) {
        this(path, file, immutable, compress, Optional.empty());
    }

    /** The order of the files of a run. */
    public static final Comparator<SourceFile> ORDER = Comparator.comparing(SourceFile::path);

    /**
     * Returns the files of a folder and its sub-folders, sorted by path.
     *
     * @param prefix the start of their paths in the backup: empty, or a path that ends with a slash
     * @throws BackupException the folder contains a symbolic link or a special file
     */
    public static List<SourceFile> in(Path folder, String prefix, boolean immutable) throws IOException {
        List<SourceFile> found = new ArrayList<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (!attributes.isRegularFile()) {
                    throw new BackupException("A backup contains regular files only, not " + file + ".");
                }
                found.add(new SourceFile(prefix + folder.relativize(file), file, immutable, false));
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
        found.sort(ORDER);
        return found;
    }
}
