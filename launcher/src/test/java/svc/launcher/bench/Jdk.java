package svc.launcher.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * A Java to measure.
 *
 * @param home its directory
 * @param version its full version
 */
record Jdk(Path home, String version) {

    static Jdk in(Path home) throws IOException {
        try (Stream<String> release = Files.lines(home.resolve("release"))) {
            return new Jdk(
                    home,
                    release.filter(line -> line.startsWith("JAVA_VERSION="))
                            .map(line -> line.replaceAll("[^0-9.]", ""))
                            .findFirst()
                            .orElse(home.toString()));
        }
    }

    /** Returns whether the distribution has a start-up archive for it. */
    boolean archived(Path distribution) throws IOException {
        try (Stream<Path> lib = Files.list(distribution.resolve("lib"))) {
            return lib.anyMatch(file -> file.getFileName().toString().startsWith("startup-" + version + "."));
        }
    }
}
