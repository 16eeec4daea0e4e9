package svc.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.health.Finding;
import svc.api.health.Finding.Status;
import svc.api.health.HealthCheck.Cost;
import svc.api.health.HealthChecks;
import svc.api.health.HealthRounds.Filter;
import svc.api.health.HealthRounds.Round;
import svc.api.store.Scope;
import svc.json.JacksonJson;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testkit.Covers;
import svc.testkit.Eventually;
import svc.testkit.FullStore;
import svc.testkit.MigratedDatabaseFixture;
import svc.testkit.SettableMaintenance;
import svc.testkit.SettableWallClock;

final class HealthRoundsTest {

    private static final Filter ALL = new Filter(Optional.empty(), Optional.empty());

    @TempDir
    private Path folder;

    private final SettableWallClock clock = new SettableWallClock();
    private final Checks checks = new Checks();
    private SqliteStore store;
    private FullStore failing;
    private StoredRounds rounds;
    private RoundSchedule schedule;

    /** One check, whose finding the test sets. */
    private static final class Checks implements HealthChecks {

        private final AtomicInteger runs = new AtomicInteger();
        private volatile Finding finding = Finding.ok("a", "well");

        @Override
        public Set<String> families() {
            return Set.of("x");
        }

        @Override
        public List<Result> run(Optional<String> family, Set<Cost> costs) {
            assertThat(costs).containsExactly(Cost.CHEAP);
            runs.incrementAndGet();
            return List.of(new Result("x", finding));
        }
    }

    @BeforeEach
    void open() {
        store = new SqliteStore(
                new MigratedDatabase(MigratedDatabaseFixture.in(folder, SqliteStore.class, StoredRounds.class)), clock);
        failing = new FullStore(store);
        rounds = new StoredRounds(failing, new JacksonJson());
        start();
    }

    private void start() {
        schedule = new RoundSchedule(
                checks, rounds, new FailureNotices(List.of(), failing, new SettableMaintenance()), clock);
        schedule.call();
    }

    @AfterEach
    void close() {
        schedule.stop();
        store.close();
    }

    private List<Long> numbers(Filter filter) {
        return store.read(Scope.system(), snapshot -> rounds.numbers(snapshot, filter, 10_000));
    }

    private List<Round> find(List<Long> numbers) {
        return store.read(Scope.system(), snapshot -> rounds.find(snapshot, numbers));
    }

    private void count(int expected) {
        Eventually.until("rounds are stored", () -> numbers(ALL).size() == expected);
    }

    @Test
    @Covers("HLTH-01")
    void aRoundRunsAfterTheStartAndAtEachQuarterOfAnHour() {
        clock.move(RoundSchedule.QUIET);
        count(1);
        clock.move(Duration.ofMinutes(14));
        count(2);
        for (int i = 3; i <= 5; i++) {
            clock.move(RoundSchedule.PERIOD);
            count(i);
        }
        assertThat(find(numbers(ALL))).extracting(Round::status).containsOnly(Status.OK);
        assertThat(clock.now()).isEqualTo(Instant.parse("2030-01-01T01:00:00Z"));
    }

    @Test
    @Covers("HLTH-01")
    void aRestartMakesOnlyItsStartRound() {
        clock.move(RoundSchedule.QUIET);
        count(1);
        schedule.stop();
        start();
        clock.move(RoundSchedule.QUIET);
        count(2);
        clock.move(Duration.ofMinutes(12));
        assertThat(checks.runs).hasValue(2);
        clock.move(Duration.ofMinutes(1));
        count(3);
    }

    @Test
    @Covers("HLTH-01")
    void roundsOlderThan30DaysAreDeletedInSlices() {
        clock.move(RoundSchedule.QUIET);
        count(1);
        for (int i = 0; i < 150; i++) {
            rounds.add(List.of(rounds.round(clock.now(), List.of())), Instant.EPOCH);
        }
        count(151);
        clock.move(StoredRounds.KEPT);
        count(152);
        clock.move(RoundSchedule.PERIOD);
        count(53);
        clock.move(RoundSchedule.PERIOD);
        count(3);
        assertThat(numbers(ALL)).containsExactly(154L, 153L, 152L);
    }

    @Test
    void roundsThatCannotBeStoredWaitInMemory() {
        failing.setFull(true);
        clock.move(RoundSchedule.QUIET);
        for (int i = 1; i <= RoundSchedule.MOST_WAITING + 3; i++) {
            int runs = i;
            Eventually.until("rounds ran", () -> checks.runs.get() == runs);
            clock.move(i == 1 ? Duration.ofMinutes(14) : RoundSchedule.PERIOD);
        }
        Eventually.until("rounds ran", () -> checks.runs.get() == RoundSchedule.MOST_WAITING + 4);
        failing.setFull(false);
        clock.move(RoundSchedule.PERIOD);
        count(RoundSchedule.MOST_WAITING);
        List<Long> numbers = numbers(ALL);
        assertThat(numbers.get(0)).isEqualTo(RoundSchedule.MOST_WAITING);
    }

    @Test
    void roundsAreSelectedByTimeAndStatus() {
        clock.move(RoundSchedule.QUIET);
        count(1);
        Instant first = clock.now();
        checks.finding = Finding.fail("a", "broken", "Run `mend`.");
        clock.move(Duration.ofMinutes(14));
        count(2);
        assertThat(numbers(new Filter(Optional.of(first), Optional.empty()))).containsExactly(2L);
        assertThat(numbers(new Filter(Optional.empty(), Optional.of(Status.OK))))
                .containsExactly(1L);
        assertThat(find(List.of(2L, 99L))).singleElement().satisfies(round -> {
            assertThat(round.status()).isEqualTo(Status.FAIL);
            assertThat(round.checks().get(0))
                    .containsOnlyKeys("check", "status", "detail", "family", "remedy")
                    .containsEntry("remedy", "Run `mend`.");
        });
    }
}
