package svc.search.lucene;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** What is done to folders as a whole. */
final class Folders {

    private Folders() {}

    /** What is in a folder; nothing where there is none. */
    static List<Path> in(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes a folder with all that is in it; none is fine. */
    static void remove(Path folder) {
        try (Stream<Path> entries = Files.walk(folder)) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(entry);
            }
        } catch (NoSuchFileException e) {
            return;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many bytes are in a folder. */
    static long size(Path folder) {
        try (Stream<Path> entries = Files.walk(folder)) {
            return entries.mapToLong(
                            entry -> entry.toFile().isFile() ? entry.toFile().length() : 0)
                    .sum();
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }
}
