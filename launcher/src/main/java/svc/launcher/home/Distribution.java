package svc.launcher;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The directory that an operator unpacks: {@code bin}, {@code lib}, {@code bundles/NN} (a start level each), {@code config}
 * and {@code docs}.
 */
record Distribution(Path directory) {

    /** A jar and the level it starts at. */
    record LevelledJar(Path jar, int level) {}

    /** The distribution that this class was loaded from. */
    static Distribution ofThisProgram() {
        try {
            Path jar = Path.of(Distribution.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Path lib = jar.getParent();
            Path directory = lib == null ? null : lib.getParent();
            if (directory == null || !Files.isDirectory(directory.resolve("bundles"))) {
                throw new Refusal(
                        "The distribution around " + jar + " is incomplete: it has no directory bundles/.",
                        "Unpack the distribution anew and start its bin/svc.");
            }
            return new Distribution(directory);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** All jars up to a level, in the order in which they are installed. */
    List<LevelledJar> jars(int highest) {
        List<LevelledJar> jars = new ArrayList<>();
        try (Stream<Path> levels = Files.list(directory.resolve("bundles"))) {
            for (Path level : levels.sorted().toList()) {
                int number = Integer.parseInt(level.getFileName().toString());
                if (number <= highest) {
                    try (Stream<Path> files = Files.list(level)) {
                        files.filter(file -> file.toString().endsWith(".jar"))
                                .sorted()
                                .forEach(file -> jars.add(new LevelledJar(file, number)));
                    }
                }
            }
        } catch (IOException | NumberFormatException e) {
            throw new Refusal(
                    "The distribution in " + directory + " cannot be read: " + e.getMessage() + ".",
                    "Unpack the distribution anew.");
        }
        return jars;
    }

    /** The jars that may declare keys: ours, for libraries have none. */
    List<Path> ownJars() {
        return jars(Integer.MAX_VALUE).stream()
                .map(LevelledJar::jar)
                .filter(jar -> jar.getFileName().toString().startsWith("svc."))
                .toList();
    }

    String version() {
        String version = Distribution.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
