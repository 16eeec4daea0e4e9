package svc.backup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.health.Finding;
import svc.api.health.Finding.Status;
import svc.backup.directory.DirectoryTarget;
import svc.testkit.Covers;

/** The findings about the age and the results of backups. */
final class BackupHealthCheckTest {

    @TempDir
    Path temp;

    private Path folder;
    private Fixture fixture;

    @BeforeEach
    void createRepository() throws IOException {
        folder = temp.resolve("repository");
        fixture = new Fixture(DirectoryTarget.create(folder));
        Fixture.write(temp.resolve("home/secrets/backup.key"), fixture.key.toBytes());
    }

    private List<Finding> findings(String target, Optional<String> failure) {
        Repositories repositories =
                new Repositories(temp.resolve("home"), new Configured(target), fixture.json, fixture.clock);
        return new BackupHealthCheck(repositories, () -> failure, fixture.clock).run();
    }

    /** The configuration with a target. */
    private record Configured(String target) implements BackupConfig {

        @Override
        public int every_minutes() {
            return 60;
        }

        @Override
        public boolean include_keys() {
            return true;
        }

        @Override
        public Class<? extends Annotation> annotationType() {
            return BackupConfig.class;
        }
    }

    @Test
    @Covers("DOC-02")
    void nothingIsMeasuredWithoutATarget() {
        assertThat(findings("", Optional.empty())).extracting(Finding::status).containsOnly(Status.SKIPPED);
    }

    @Test
    @Covers("DOC-04")
    void warnsIfTheNewestBackupIsOlderThanSevenDays() throws IOException {
        String target = folder.toString();
        assertThat(findings(target, Optional.empty()).get(0).detail()).contains("no backup yet");
        fixture.run(List.of());
        fixture.clock.leap(Duration.ofDays(6));
        assertThat(findings(target, Optional.empty()))
                .extracting(Finding::status)
                .containsExactly(Status.OK, Status.OK);
        fixture.clock.leap(Duration.ofDays(1).plusHours(1));
        Finding old = findings(target, Optional.empty()).get(0);
        assertThat(old.status()).isEqualTo(Status.WARN);
        assertThat(old.detail()).contains("7 days");
        assertThat(old.remedy().orElseThrow()).contains("svc backup run");
        fixture.run(List.of());
        assertThat(findings(target, Optional.empty()).get(0).status()).isEqualTo(Status.OK);
    }

    @Test
    void aTargetThatCannotBeOpenedFails() throws IOException {
        Finding missing =
                findings(temp.resolve("none").toString(), Optional.empty()).get(0);
        assertThat(missing.status()).isEqualTo(Status.FAIL);
        assertThat(missing.detail()).contains("none");
        Files.delete(temp.resolve("home/secrets/backup.key"));
        Finding keyless = findings(folder.toString(), Optional.empty()).get(0);
        assertThat(keyless.status()).isEqualTo(Status.FAIL);
        assertThat(keyless.detail()).contains("backup.key");
    }

    @Test
    void aFailedScheduledBackupIsNamed() throws IOException {
        fixture.run(List.of());
        Finding failed =
                findings(folder.toString(), Optional.of("the disk is full")).get(1);
        assertThat(failed.status()).isEqualTo(Status.FAIL);
        assertThat(failed.detail()).contains("the disk is full");
    }
}
