package svc.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import svc.launcher.home.Disk;

/**
 * A home after its first start, made once. Tests whose subject is not the first start begin with a copy, so that they
 * do not run the migrations of all bundles again.
 */
final class StartedHome {

    private static final Path HOME = made();

    private StartedHome() {}

    private static Path made() {
        try {
            Path home = Files.createTempDirectory(SvcCommand.DISTRIBUTION.getParent(), "started-home");
            try (RunningServer server =
                    SvcCommand.svc().asOperator().start(home).ready()) {
                server.terminate();
            }
            for (String remade : List.of("cache", "run", "extensions")) {
                Disk.delete(home.resolve(remade));
            }
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Copies the home to a folder, which may have extensions already. */
    static void copyTo(Path home) {
        try (Stream<Path> files = Files.walk(HOME)) {
            for (Path file : files.toList()) {
                Path copy = home.resolve(HOME.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                    Files.setPosixFilePermissions(copy, Files.getPosixFilePermissions(file));
                } else {
                    Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
