package svc.store.sqlite.home;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The identity of the opened database file. Connections continue to work on a file that was deleted or replaced, and
 * their writes are lost with that file. Therefore the path is checked after every commit. Only attributes are read,
 * because opening the file would drop SQLite's locks. Thread-safe.
 */
public final class OpenedFile {

    public static final String REMEDY =
            "Stop the server, restore the database file (or a backup of it), and start again.";

    private static final Logger LOG = LoggerFactory.getLogger(OpenedFile.class);

    private final Path file;
    private final @Nullable Object key;
    private volatile @Nullable String problem;

    public OpenedFile(Path file) throws IOException {
        this.file = file;
        this.key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    /** Returns the problem with the file; empty while its path leads to the opened file. A change is logged. */
    public Optional<String> look() {
        String now = found();
        String before = problem;
        problem = now;
        if (now != null && !now.equals(before)) {
            LOG.error("{} No change is stored from now on. {}", now, REMEDY);
        } else if (now == null && before != null) {
            LOG.warn("The database file {} is in place again", file);
        }
        return Optional.ofNullable(now);
    }

    private @Nullable String found() {
        try {
            Object found = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            return Objects.equals(found, key)
                    ? null
                    : "The database file " + file + " was replaced while the server was running.";
        } catch (NoSuchFileException e) {
            return "The database file " + file + " was removed while the server was running.";
        } catch (IOException e) {
            return "The database file " + file + " cannot be examined: " + e + ".";
        }
    }
}
