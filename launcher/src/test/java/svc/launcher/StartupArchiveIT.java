package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The start-up archive of a real Java: it is used if it fits, and nothing depends on it. */
@Tag("smoke")
final class StartupArchiveIT {

    @TempDir
    Path directory;

    @Test
    void outdatedArchiveIsIgnoredSilently() throws Exception {
        Path distribution = DistributionCopy.in(directory.resolve("svc")).directory();
        Path home = directory.resolve("home");
        SvcCommand.Finished result = SvcCommand.of(distribution).run("archive");
        assertThat(result.exit()).as(result.err()).isZero();
        Path archive = Path.of(result.out().strip().replaceFirst("^made ", ""));
        assertThat(archive).isNotEmptyFile();
        try (RunningServer server = SvcCommand.of(distribution).start(home).ready()) {
            assertThat(SvcCommand.of(distribution).in(home, "version", "--json").err())
                    .isEmpty();
            assertThat(server.terminate()).isZero();
            assertThat(server.out().lines()).hasSize(1);
        }

        Path jar = distribution.resolve("lib/launcher.jar");
        Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2001-02-03T04:05:06Z")));
        assertAnswers(distribution, home);

        try (RandomAccessFile file = new RandomAccessFile(archive.toFile(), "rw")) {
            file.setLength(100_000);
        }
        assertAnswers(distribution, home);
    }

    private static void assertAnswers(Path distribution, Path home) throws Exception {
        SvcCommand.Finished check = SvcCommand.of(distribution).in(home, "schema-check", "--json");
        assertThat(check.exit()).as(check.out() + check.err()).isZero();
        JsonNode received = new ObjectMapper().readTree(check.out());
        assertThat(received.path("verdict").asText()).isEqualTo("ok");
        assertThat(check.out()).doesNotContain("[warning]");
    }
}
