package svc.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.health.Finding;
import svc.api.health.Finding.Status;
import svc.testkit.Covers;
import svc.testkit.SettableWallClock;

/** Tests that each fault of a home or a process turns exactly its check. */
final class SeededFaultsTest {

    @TempDir
    private Path home;

    private final SettableWallClock clock = new SettableWallClock();

    @BeforeEach
    void createHome() throws IOException {
        mode(home, "rwx------");
        for (String folder : List.of("data", "secrets", "run")) {
            mode(Files.createDirectory(home.resolve(folder)), "rwx------");
        }
        mode(Files.writeString(home.resolve("secrets/blob.key"), "key"), "rw-------");
    }

    private static void mode(Path path, String mode) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
    }

    private void setTime(String time) {
        clock.move(Duration.between(clock.now(), Instant.parse(time)));
    }

    private List<Finding> notOk() {
        return new HomeHealthCheck(home)
                .run().stream().filter(finding -> finding.status() != Status.OK).toList();
    }

    @Test
    void aGoodHomeHasNoFinding() {
        assertThat(notOk()).isEmpty();
    }

    @ParameterizedTest
    @Covers("DOC-02")
    @CsvSource({
        "'', rwxrwx---, home-folders",
        "'', rwxr-xrwx, home-folders",
        "data, rwx-w----, home-folders",
        "secrets, rwx---rwx, home-folders",
        "run, rwxrwxrwx, home-folders",
        "secrets/blob.key, rw----r--, home-secrets",
        "secrets/blob.key, rw--w----, home-secrets"
    })
    void aModeThatIsTooOpenTurnsOneCheck(String path, String mode, String check) throws IOException {
        mode(home.resolve(path), mode);
        assertThat(notOk()).singleElement().satisfies(finding -> {
            assertThat(finding.check()).isEqualTo(check);
            assertThat(finding.status()).isEqualTo(Status.FAIL);
            assertThat(finding.remedy().orElseThrow())
                    .contains("`chmod ")
                    .contains(home.resolve(path).toString());
        });
    }

    @ParameterizedTest
    @CsvSource({"11, WARN", "17, OK", "20, WARN", "21, OK", "25, OK", "26, SKIPPED"})
    void onlyLongTermReleasesOfJavaAreSupported(int release, Status status) {
        setTime("2026-11-01T00:00:00Z");
        assertThat(new ProcessHealthCheck(clock).java(release).status()).isEqualTo(status);
    }

    @Test
    void aJavaReleaseWithoutUpdatesIsAWarning() {
        setTime("2027-10-01T00:00:00Z");
        assertThat(new ProcessHealthCheck(clock).java(17).status()).isEqualTo(Status.WARN);
        assertThat(new ProcessHealthCheck(clock).java(21).status()).isEqualTo(Status.OK);
    }

    @Test
    void aFullHeapAndTooManyOpenFilesAreWarnings() {
        assertThat(ProcessHealthCheck.heap(95, 100).status()).isEqualTo(Status.WARN);
        assertThat(ProcessHealthCheck.heap(80, 100).status()).isEqualTo(Status.OK);
        assertThat(ProcessHealthCheck.files(950, 1_000).status()).isEqualTo(Status.WARN);
        assertThat(ProcessHealthCheck.files(500, 1_000).status()).isEqualTo(Status.OK);
    }

    @Test
    void aStepOfTheClockTurnsOneCheck() {
        ProcessHealthCheck check = new ProcessHealthCheck(clock);
        assertThat(check.run())
                .filteredOn(finding -> finding.check().equals("process-clock"))
                .extracting(Finding::status)
                .containsExactly(Status.OK);
        clock.move(Duration.ofHours(-1));
        assertThat(check.run())
                .filteredOn(finding -> finding.check().equals("process-clock"))
                .extracting(Finding::status)
                .containsExactly(Status.WARN);
    }
}
