package svc.launcher.home;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.stream.Stream;

/**
 * The unpacked distribution: {@code bin}, {@code lib}, {@code bundles/NN} (one folder per start level), {@code config}
 * and {@code docs}.
 */
public record Distribution(Path directory) {

    /** A jar and its start level. */
    public record LevelledJar(Path jar, int level) {}

    /** Returns the distribution from which this class was loaded. */
    public static Distribution ofThisProgram() {
        Path jar = ofLauncher();
        Path lib = jar.getParent();
        Path directory = lib == null ? null : lib.getParent();
        if (directory == null || !Files.isDirectory(directory.resolve("bundles"))) {
            throw new LaunchException(
                    "The distribution around " + jar + " is incomplete: it has no directory bundles/.",
                    "Unpack the distribution again and start its bin/svc.");
        }
        return new Distribution(directory);
    }

    private static Path ofLauncher() {
        try {
            return Path.of(Distribution.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns all jars up to a level, in the order of their installation. */
    public List<LevelledJar> jars(int highest) {
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
            throw new LaunchException(
                    "The distribution in " + directory + " cannot be read: " + e.getMessage() + ".",
                    "Unpack the distribution again.");
        }
        return jars;
    }

    /** Returns the jars that may declare configuration keys: those of svc, because libraries declare none. */
    List<Path> ownJars() {
        return jars(Integer.MAX_VALUE).stream()
                .map(LevelledJar::jar)
                .filter(jar -> jar.getFileName().toString().startsWith("svc."))
                .toList();
    }

    /** Returns the build from the manifest of the launcher's jar: the time stamp of the release, or the commit. */
    public String build() {
        try (JarFile jar = new JarFile(ofLauncher().toFile())) {
            return Optional.ofNullable(jar.getManifest())
                    .map(manifest -> manifest.getMainAttributes().getValue("Svc-Build"))
                    .orElse("development");
        } catch (IOException e) { // this class was loaded from a folder of classes, which has no manifest
            return "development";
        }
    }

    public String version() {
        String version = Distribution.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }
}
