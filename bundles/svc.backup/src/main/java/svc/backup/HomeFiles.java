package svc.backup;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import svc.api.backup.BlobFiles;
import svc.api.backup.BlobFiles.Kind;
import svc.backup.write.SourceFile;

/**
 * The files of a home that a backup contains, sorted by path: the image of the database, the blobs with their keys, the
 * extensions, {@code svc.toml}, and the secrets without the key of the backups, and without the master key of the blobs if
 * the operator keeps it elsewhere. The search index is rebuilt after a restore.
 */
public final class HomeFiles {

    /** The path of the database in a backup. */
    public static final String DATABASE = "data/svc.db";

    /** The prefix of the paths of the files of blobs. */
    public static final String BLOBS = "data/blobs/";

    /** The prefix of the paths of the data. */
    public static final String DATA = "data/";

    private static final String CONFIGURATION = "svc.toml";
    private static final String EXTENSIONS = "extensions";
    private static final String SECRETS = "secrets";
    private static final String MASTER_KEY = "secrets/blob.key";

    private final Path home;
    private final boolean includeKeys;

    HomeFiles(Path home, boolean includeKeys) {
        this.home = home;
        this.includeKeys = includeKeys;
    }

    /**
     * Lists the files.
     *
     * @param image a copy of the database, which was made before this call
     */
    List<SourceFile> list(Path image, BlobFiles blobs) throws IOException {
        List<SourceFile> files = new ArrayList<>();
        blobs.forEach(file -> files.add(new SourceFile(
                DATA + file.path(),
                home.resolve(DATA + file.path()),
                file.kind() != Kind.KEYS,
                false,
                file.kind() == Kind.PACK ? Optional.of(file.changed()) : Optional.empty())));
        return complete(image, files);
    }

    /**
     * Lists the files that a backup would have now, without an image and without a hold: some can be removed, and the open
     * pack of blobs grows.
     */
    List<SourceFile> estimated() throws IOException {
        Path blobs = home.resolve(BLOBS);
        return complete(
                home.resolve(DATABASE), Files.isDirectory(blobs) ? SourceFile.in(blobs, BLOBS, true) : List.of());
    }

    private List<SourceFile> complete(Path database, List<SourceFile> blobs) throws IOException {
        List<SourceFile> files = new ArrayList<>(blobs);
        files.add(new SourceFile(DATABASE, database, false, true));
        for (String part : List.of(CONFIGURATION, EXTENSIONS, SECRETS)) {
            add(files, part);
        }
        files.removeIf(
                file -> file.path().equals(Repositories.KEY) || (file.path().equals(MASTER_KEY) && !includeKeys));
        files.sort(SourceFile.ORDER);
        return files;
    }

    /** Adds a file or the files of a folder. Symbolic links, for example to certificates, are followed. */
    private void add(List<SourceFile> files, String part) throws IOException {
        if (!Files.exists(home.resolve(part))) {
            return;
        }
        List<Path> found;
        try (Stream<Path> all = Files.walk(home.resolve(part), FileVisitOption.FOLLOW_LINKS)) {
            found = all.filter(Files::isRegularFile).toList();
        } catch (UncheckedIOException e) { // a folder cannot be read, or links form a loop
            throw requireNonNull(e.getCause());
        }
        for (Path file : found) {
            files.add(new SourceFile(home.relativize(file).toString(), file.toRealPath(), false, false));
        }
    }
}
