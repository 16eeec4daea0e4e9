package svc.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/** A copy of the distribution that a test may change. */
record DistributionCopy(Path directory) {

    /** A change of the content of a jar. */
    interface Change {
        void in(Path root) throws IOException;
    }

    static DistributionCopy in(Path target) {
        copy(SvcCommand.DISTRIBUTION, target);
        return new DistributionCopy(target);
    }

    /** Copies a folder. */
    static void copy(Path folder, Path target) {
        try (Stream<Path> files = Files.walk(folder)) {
            // an archive of classes serves only where it was made
            for (Path file : files.filter(file -> !file.getFileName().toString().startsWith("startup-"))
                    .toList()) {
                Path copy = target.resolve(folder.relativize(file).toString());
                Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    SvcCommand svc() {
        return SvcCommand.of(directory);
    }

    /** Returns the jar of a bundle by its symbolic name. */
    Path bundle(int level, String name) {
        try (Stream<Path> jars = Files.list(directory.resolve("bundles/" + level))) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith(name + "-"))
                    .findFirst()
                    .orElseThrow();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Changes the content of a jar. */
    static void change(Path jar, Change change) throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(jar)) {
            change.in(zip.getPath("/"));
        }
    }
}
