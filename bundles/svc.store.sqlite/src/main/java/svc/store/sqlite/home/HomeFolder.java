package svc.store.sqlite.home;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A folder of {@code data/} that belongs to the database, with a file that names its home.
 *
 * @param path the folder
 */
record HomeFolder(Path path) {

    /** The name of the file with the id of the home. No folder of an organization or an index can have this name. */
    private static final String MARK = ".home";

    /** The names of the files that a folder without data can contain. */
    private static final Set<String> OWN =
            Set.of(MARK, MARK + ".new", "home", "home.new", "generation", "generation.new");

    Path mark() {
        return path.resolve(MARK);
    }

    /** Returns the id of the home that owns the folder; empty when no start has written an id. */
    Optional<String> home() throws IOException {
        try {
            return Optional.of(Files.readString(mark()).strip()).filter(id -> !id.isEmpty());
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    void mark(String home) throws IOException {
        if (!home().equals(Optional.of(home))) {
            HomeTwin.replace(mark(), home + "\n");
        }
    }

    /** Returns whether the folder contains data: files other than those that a start writes. */
    boolean holdsData() throws IOException {
        if (!Files.isDirectory(path)) {
            return false;
        }
        try (Stream<Path> files = Files.walk(path)) {
            return files.anyMatch(
                    file -> !OWN.contains(String.valueOf(file.getFileName())) && Files.isRegularFile(file));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
