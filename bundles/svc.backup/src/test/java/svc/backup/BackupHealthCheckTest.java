package svc.backup;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.health.Finding;
import svc.api.health.Finding.Status;
import svc.api.health.HealthCheck.Cost;
import svc.backup.directory.DirectoryTarget;
import svc.testkit.Covers;

/** The finding about the age of backups. */
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

    private BackupHealthCheck check(String target) {
        Repositories repositories =
                new Repositories(temp.resolve("home"), new Configured(target), fixture.json, fixture.clock);
        return new BackupHealthCheck(repositories, fixture.clock);
    }

    private Finding finding(String target) {
        return check(target).run().get(0);
    }

    @Test
    void onlyATargetOnOtherMachinesIsAskedOnRequest() {
        assertThat(check("").cost()).isEqualTo(Cost.CHEAP);
        assertThat(check(folder.toString()).cost()).isEqualTo(Cost.CHEAP);
        assertThat(check("s3://bucket/prefix").cost()).isEqualTo(Cost.OUTSIDE);
    }

    @Test
    @Covers("DOC-02")
    void nothingIsMeasuredWithoutATarget() {
        assertThat(finding("").status()).isEqualTo(Status.SKIPPED);
    }

    @Test
    @Covers("DOC-04")
    void warnsIfTheNewestBackupIsOlderThanSevenDays() throws IOException {
        String target = folder.toString();
        assertThat(finding(target).detail()).contains("no backup yet");
        fixture.run(List.of());
        fixture.clock.leap(Duration.ofDays(6));
        assertThat(finding(target).status()).isEqualTo(Status.OK);
        fixture.clock.leap(Duration.ofDays(1).plusHours(1));
        Finding old = finding(target);
        assertThat(old.status()).isEqualTo(Status.WARN);
        assertThat(old.detail()).contains("7 days");
        assertThat(old.remedy().orElseThrow()).contains("svc backup run");
        fixture.run(List.of());
        assertThat(finding(target).status()).isEqualTo(Status.OK);
    }

    @Test
    void aTargetThatCannotBeOpenedFails() throws IOException {
        Finding missing = finding(temp.resolve("none").toString());
        assertThat(missing.status()).isEqualTo(Status.FAIL);
        assertThat(missing.detail()).contains("none");
        Files.delete(temp.resolve("home/secrets/backup.key"));
        Finding keyless = finding(folder.toString());
        assertThat(keyless.status()).isEqualTo(Status.FAIL);
        assertThat(keyless.detail()).contains("backup.key");
    }
}
