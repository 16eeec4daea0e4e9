package svc.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
                String bytes =
                        Files.readString(file, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
                words.stream()
                        .filter(bytes::contains)
                        .forEach(word -> found.add(word + " in " + home.relativize(file)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return found;
    }

    /** Returns the words that were not found. */
    List<String> missing() {
        Set<String> found = found();
        return words.stream()
                .filter(word -> found.stream().noneMatch(place -> place.startsWith(word + " in ")))
                .toList();
    }
}
