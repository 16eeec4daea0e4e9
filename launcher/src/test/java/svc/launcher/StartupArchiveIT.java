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

/** The start-up archive of a real Java: of use where it fits, and nothing that anything depends on. */
@Tag("smoke")
final class StartupArchiveIT {

    @TempDir
    Path directory;

    @Test
    void anArchiveThatDoesNotFitAnyMoreStopsNothingAndSpeaksToNobody() throws Exception {
        Path distribution = DistributionCopy.in(directory.resolve("svc")).directory();
        Path home = directory.resolve("home");
        SvcCommand.Finished made = SvcCommand.of(distribution).run("archive");
        assertThat(made.exit()).as(made.err()).isZero();
        Path archive = Path.of(made.out().strip().replaceFirst("^made ", ""));
        assertThat(archive).isNotEmptyFile();
        try (RunningServer server = SvcCommand.of(distribution).start(home).ready()) {
            assertThat(SvcCommand.of(distribution).in(home, "version", "--json").err())
                    .isEmpty();
            assertThat(server.terminate()).isZero();
            assertThat(server.out().lines()).hasSize(1);
        }
        assertAnswers(distribution, home);

        Path jar = distribution.resolve("lib/launcher.jar");
        Files.setLastModifiedTime(jar, FileTime.from(Instant.parse("2001-02-03T04:05:06Z")));
        assertAnswers(distribution, home);

        try (RandomAccessFile file = new RandomAccessFile(archive.toFile(), "rw")) {
            file.setLength(100_000);
        }
        assertAnswers(distribution, home);
        try (RunningServer server = SvcCommand.of(distribution).start(home).ready()) {
            assertThat(server.terminate()).isZero();
        }
    }

    private static void assertAnswers(Path distribution, Path home) throws Exception {
        SvcCommand.Finished check = SvcCommand.of(distribution).in(home, "schema-check", "--json");
        assertThat(check.exit()).as(check.out() + check.err()).isZero();
        JsonNode told = new ObjectMapper().readTree(check.out());
        assertThat(told.path("verdict").asText()).isEqualTo("ok");
        assertThat(check.out()).doesNotContain("[warning]");
    }
}
