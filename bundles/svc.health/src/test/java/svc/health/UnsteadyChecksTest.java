package svc.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.health.Finding;
import svc.api.health.Finding.Status;
import svc.api.health.HealthChecks.Result;
import svc.json.JacksonJson;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testkit.Covers;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableWallClock;

/** The check that finds other checks whose failures come back. */
@Covers("HLTH-01")
final class UnsteadyChecksTest {

    @TempDir
    private Path folder;

    private final SettableWallClock clock = new SettableWallClock();
    private SqliteStore store;
    private StoredRounds rounds;

    @BeforeEach
    void open() {
        store = new SqliteStore(
                new MigratedDatabase(MigratedDatabaseFixture.in(folder, SqliteStore.class, StoredRounds.class)), clock);
        rounds = new StoredRounds(store, new JacksonJson());
    }

    @AfterEach
    void close() {
        store.close();
    }

    /** Stores a round in which the check {@code disk} has a status, and {@code other} is always in order. */
    private void round(Status status) {
        Finding disk = status == Status.FAIL
                ? Finding.fail("disk", "full", "Free space.")
                : status == Status.WARN
                        ? Finding.warn("disk", "nearly full", "Free space.")
                        : Finding.ok("disk", "well");
        clock.move(Duration.ofMinutes(15));
        rounds.add(
                List.of(rounds.round(
                        clock.now(),
                        List.of(new Result("storage", disk), new Result("x", Finding.ok("other", "well"))))),
                clock.now().minus(StoredRounds.KEPT));
    }

    private Finding finding() {
        List<Finding> findings = new UnsteadyChecks(store, rounds, clock).run();
        assertThat(findings).hasSize(1);
        return findings.get(0);
    }

    private void failAndRecover(int times) {
        for (int i = 0; i < times; i++) {
            round(Status.FAIL);
            round(Status.FAIL);
            round(Status.WARN);
        }
    }

    @Test
    void noRoundAndOneLongFailureAreSteady() {
        assertThat(finding().status()).isEqualTo(Status.OK);
        for (int i = 0; i < 20; i++) {
            round(Status.FAIL);
        }
        assertThat(finding().status()).isEqualTo(Status.OK);
    }

    @Test
    void threeFailuresInADayAreUnsteady() {
        round(Status.OK);
        failAndRecover(2);
        assertThat(finding().status()).isEqualTo(Status.OK);
        failAndRecover(1);
        Finding found = finding();
        assertThat(found.status()).isEqualTo(Status.WARN);
        assertThat(found.detail()).contains("disk (3 times)").doesNotContain("other");
        assertThat(found.facts()).isEqualTo(Map.of("disk", 3));
        assertThat(found.remedy()).isPresent();
    }

    @Test
    void failuresOfTheDayBeforeDoNotCount() {
        round(Status.OK);
        failAndRecover(3);
        clock.move(Duration.ofHours(22));
        assertThat(finding().status()).isEqualTo(Status.OK);
    }
}
