package svc.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.health.Finding;
import svc.api.health.Finding.Status;
import svc.api.health.HealthCheck.Cost;
import svc.backup.format.BackupException;
import svc.backup.outcome.BackupMetrics;
import svc.backup.outcome.BackupOutcomes;
import svc.backup.outcome.Drills;
import svc.backup.write.BackupRun;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testclock.AdvanceableClock;
import svc.testkit.Covers;
import svc.testkit.FullStore;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.RecordedMetrics;

/** The outcomes of backups, as the doctor and the metrics show them. */
final class BackupOutcomesTest {

    @TempDir
    Path temp;

    private final Fixture fixture = new Fixture(new MemoryTarget());
    private final AdvanceableClock storeClock = new AdvanceableClock();
    private SqliteStore store;
    private FullStore full;
    private BackupOutcomes outcomes;
    private Optional<String> pruneProblem = Optional.empty();

    @BeforeEach
    void open() {
        store = new SqliteStore(
                new MigratedDatabase(MigratedDatabaseFixture.in(temp, SqliteStore.class, Drills.class)), storeClock);
        full = new FullStore(store);
        restart();
    }

    @AfterEach
    void close() {
        store.close();
        storeClock.stop();
    }

    private void restart() {
        outcomes = new BackupOutcomes(full, fixture.clock);
    }

    private BackupResultCheck check(String target) {
        return new BackupResultCheck(
                new Repositories(temp, new Configured(target), fixture.json, fixture.clock),
                outcomes,
                () -> pruneProblem,
                new ErasedAccounts(store),
                new Drills(store),
                fixture.clock);
    }

    private Finding finding() {
        return check("/backup").run().get(0);
    }

    private BackupRun.Result succeed() throws IOException {
        return outcomes.observe(() -> fixture.run(List.of()), () -> false);
    }

    private void fail(boolean isCancelled) {
        assertThatThrownBy(() -> outcomes.observe(
                        () -> {
                            throw new BackupException("There is no folder /backup.");
                        },
                        () -> isCancelled))
                .isInstanceOf(BackupException.class);
    }

    private Map<String, Double> metrics() {
        return RecordedMetrics.of(new BackupMetrics(outcomes));
    }

    @Test
    @Covers("BAK-05")
    void theCheckFailsFromAFailedBackupToTheNextSuccessfulOne() throws IOException {
        assertThat(finding().status()).isEqualTo(Status.SKIPPED);
        fail(false);
        restart();
        Finding failed = finding();
        assertThat(failed.check()).isEqualTo("backup-run");
        assertThat(failed.status()).isEqualTo(Status.FAIL);
        assertThat(failed.detail())
                .isEqualTo("The last backup, at 2030-01-01T00:00:00Z, failed: There is no folder /backup.");
        assertThat(failed.remedy().orElseThrow()).contains("`svc backup run`");
        fixture.clock.leap(Duration.ofHours(1));
        BackupRun.Result result = succeed();
        for (int i = 0; i < 2; i++) {
            assertThat(finding().status()).isEqualTo(Status.OK);
            assertThat(finding().detail())
                    .startsWith("The last backup, at 2030-01-01T01:00:00Z, took 0.0 s and added ");
            assertThat(finding().facts()).containsEntry("run", result.id());
            restart();
        }
    }

    @Test
    void theCheckIsCheapForAnyTargetAndSkippedWithoutOne() {
        fail(false);
        assertThat(check("s3://bucket/prefix").cost()).isEqualTo(Cost.CHEAP);
        assertThat(check("s3://bucket/prefix").run().get(0).status()).isEqualTo(Status.FAIL);
        assertThat(check("").run().get(0).status()).isEqualTo(Status.SKIPPED);
    }

    @Test
    void aCancelledBackupHasNoOutcome() throws IOException {
        fail(true);
        assertThat(finding().status()).isEqualTo(Status.SKIPPED);
        succeed();
        fail(true);
        assertThat(finding().status()).isEqualTo(Status.OK);
        assertThat(metrics()).containsEntry("backup_runs_total result failed", 0.0);
    }

    @Test
    void anOutcomeThatCannotBeStoredIsKeptInMemory() throws IOException {
        succeed();
        full.setFull(true);
        fail(false);
        assertThat(finding().status()).isEqualTo(Status.FAIL);
        assertThat(succeed().id()).as("the backup is successful").isNotEmpty();
        assertThat(finding().status()).isEqualTo(Status.OK);
    }

    @Test
    void theDoctorWarnsIfOldBackupsWereNotRemoved() throws IOException {
        succeed();
        pruneProblem = Optional.of("the disk is broken");
        assertThat(finding().status()).isEqualTo(Status.WARN);
        assertThat(finding().detail()).contains("the disk is broken");
        assertThat(finding().remedy().orElseThrow()).contains("`svc backup prune`");
    }

    @Test
    void metricsKeepTheNewestSuccessfulBackupAfterAFailure() throws IOException {
        assertThat(metrics())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "backup_runs_total result ok", 0.0,
                        "backup_runs_total result failed", 0.0,
                        "backup_last_run_failed", 0.0));
        BackupRun.Result result = succeed();
        double at = result.manifest().time().getEpochSecond();
        fixture.clock.leap(Duration.ofHours(1));
        fail(false);
        assertThat(metrics())
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "backup_runs_total result ok", 1.0,
                        "backup_runs_total result failed", 1.0,
                        "backup_last_run_failed", 1.0,
                        "backup_last_success_timestamp_seconds", at,
                        "backup_last_duration_seconds", 0.0,
                        "backup_last_files", 0.0,
                        "backup_last_size_bytes", 0.0,
                        "backup_last_added_bytes", (double) result.manifest().addedBytes()));
        restart();
        assertThat(metrics())
                .containsEntry("backup_last_success_timestamp_seconds", at)
                .containsEntry("backup_last_run_failed", 1.0)
                .containsEntry("backup_runs_total result failed", 0.0);
    }
}
