package svc.store.sqlite.home;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.store.sqlite.home.HomeStart.Finding;

/** The decision table of a start: the mark in the database against the mark in the twin file. */
class HomeStartTest {

    private static final long SECONDS = 1_000_000;

    private static HomeMark mark(String id, long generation, long commits) {
        return new HomeMark(id, generation, commits);
    }

    private static HomeStart start(HomeMark database, Optional<HomeMark> twin) {
        return HomeStart.of(database, twin, SECONDS, () -> "fresh");
    }

    @ParameterizedTest(name = "database {0}/{1}, twin {2}/{3}: {4}")
    @CsvSource({
        // The last run ended normally.
        "5, 100, 5, 100, CONTINUED",
        // The last run was killed before its last commits reached the twin.
        "5, 104, 5, 100, CONTINUED",
        // A copy of the same run, made before its last commits.
        "5,  99, 5, 100, RESTORED",
        // The last start wrote the twin only.
        "4, 100, 5, 100, INTERRUPTED",
        // A copy of the previous run.
        "4,  99, 5, 100, RESTORED",
        "4, 100, 5, 101, RESTORED",
        // The newer database is restored after an older copy was used.
        "4, 200, 5, 101, RESTORED",
        // Older copies.
        "3, 100, 5, 100, RESTORED",
        "1,   0, 5, 100, RESTORED",
        // The twin is older than the database.
        "6, 100, 5, 100, RESTORED",
        "9, 900, 5, 100, RESTORED",
        "0,   0, 1,   0, INTERRUPTED",
    })
    void eachPairOfGenerationsAndCountersHasItsFinding(
            long generation, long commits, long twinGeneration, long twinCommits, Finding finding) {
        HomeStart start =
                start(mark("home", generation, commits), Optional.of(mark("home", twinGeneration, twinCommits)));
        assertThat(start.finding()).isEqualTo(finding);
        assertThat(start.next().id()).isEqualTo("home");
        assertThat(start.next().generation()).isGreaterThan(Math.max(generation, twinGeneration));
        if (finding.restored()) {
            assertThat(start.next().generation()).isEqualTo(SECONDS);
            assertThat(start.next().commits()).isGreaterThan(Math.max(commits, twinCommits));
        } else {
            assertThat(start.next().commits()).isEqualTo(commits);
        }
    }

    @Test
    void adoptsAHomeWithoutTwinAndId() {
        assertThat(start(mark("", 0, 0), Optional.empty()))
                .isEqualTo(new HomeStart(Finding.ADOPTED, mark("fresh", 1, 0)));
    }

    @Test
    void anInterruptedAdoptionContinuesWithTheIdOfTheTwin() {
        assertThat(start(mark("", 0, 0), Optional.of(mark("home", 1, 0))))
                .isEqualTo(new HomeStart(Finding.INTERRUPTED, mark("home", 2, 0)));
    }

    @Test
    void aDatabaseOfAnEarlierReleaseWithAUsedTwinWasRestored() {
        HomeStart start = start(mark("", 0, 0), Optional.of(mark("home", 1, 7)));
        assertThat(start.finding()).isEqualTo(Finding.RESTORED);
        assertThat(start.next()).isEqualTo(mark("home", SECONDS, 8));
    }

    @Test
    void treatsADatabaseWithoutTwinAsACopy() {
        HomeStart start = start(mark("home", 5, 100), Optional.empty());
        assertThat(start.finding()).isEqualTo(Finding.TWIN_LOST);
        assertThat(start.next()).isEqualTo(mark("home", SECONDS, 101));
    }

    @Test
    void ignoresTheTwinOfAnotherHome() {
        HomeStart start = start(mark("home", 5, 100), Optional.of(mark("other", 5, 100)));
        assertThat(start.finding()).isEqualTo(Finding.TWIN_LOST);
        assertThat(start.next()).isEqualTo(mark("home", SECONDS, 101));
    }

    @Test
    void aSecondRestoreHasItsOwnGenerationForAnyClock() {
        HomeStart start = start(mark("home", SECONDS + 50, 1), Optional.of(mark("home", SECONDS + 60, 2)));
        assertThat(start.next().generation()).isEqualTo(SECONDS + 61);
    }
}
