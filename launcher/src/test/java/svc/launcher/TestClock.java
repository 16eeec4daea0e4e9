package svc.launcher;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import svc.testclock.MovedClock;

/**
 * A copy of the distribution with one jar more, a clock that tests move: {@code server.command("", "clock", "advance",
 * "PT24H")}.
 */
final class TestClock {

    private TestClock() {}

    /** Makes it in an empty or missing directory. */
    static SvcCommand in(Path directory) {
        try {
            copy(SvcCommand.DISTRIBUTION.resolve("lib"), directory.resolve("lib"));
            try (Stream<Path> levels = Files.list(SvcCommand.DISTRIBUTION.resolve("bundles"))) {
                for (Path level : levels.toList()) {
                    copy(level, directory.resolve("bundles").resolve(level.getFileName()));
                }
            }
            Path program = Files.createDirectories(directory.resolve("bin")).resolve("svc");
            Files.copy(SvcCommand.DISTRIBUTION.resolve("bin/svc"), program);
            if (!program.toFile().setExecutable(true)) {
                throw new AssertionError("cannot make " + program + " executable");
            }
            Path jar = Path.of(MovedClock.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
            Files.copy(jar, directory.resolve("bundles/12/svc.testclock.jar"));
            return SvcCommand.of(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(file.getFileName()));
            }
        }
    }
}
