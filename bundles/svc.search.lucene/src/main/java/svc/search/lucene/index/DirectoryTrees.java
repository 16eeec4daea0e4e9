package svc.search.lucene.index;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Lists, measures and removes folders. */
public final class DirectoryTrees {

    private DirectoryTrees() {}

    /** Returns the entries of a folder; empty if the folder does not exist. */
    static List<Path> in(Path folder) {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes a folder with its contents. Does nothing if the folder does not exist. */
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

    /** Returns the total size of the files in a folder in bytes. */
    public static long size(Path folder) {
        try (Stream<Path> entries = Files.walk(folder)) {
            return entries.mapToLong(
                            entry -> entry.toFile().isFile() ? entry.toFile().length() : 0)
                    .sum();
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }
}
