package svc.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** Searches for words in the bytes of every file of a home, ignoring case. */
record ByteScan(Path home, List<String> words) {

    /** Returns the words that were found, as {@code word in file}. */
    Set<String> found() {
        Set<String> found = new TreeSet<>();
        try (Stream<Path> files = Files.walk(home)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String bytes = read(file).toLowerCase(Locale.ROOT);
                words.stream()
                        .filter(bytes::contains)
                        .forEach(word -> found.add(word + " in " + home.relativize(file)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    /** Returns the content of a file; empty if a running server has renamed or deleted it since the walk. */
    private static String read(Path file) throws IOException {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    /** Returns the words that were not found. */
    List<String> missing() {
        Set<String> found = found();
        return words.stream()
                .filter(word -> found.stream().noneMatch(place -> place.startsWith(word + " in ")))
                .toList();
    }
}
