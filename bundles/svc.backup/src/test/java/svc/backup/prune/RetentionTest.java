package svc.backup.prune;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.backup.format.Layout;

final class RetentionTest {

    @ParameterizedTest
    @CsvSource({
        // Hours: the newest run of each; the second number of a second is newer.
        "2,0,0,0, 20260301T100000Z-001 20260301T100000Z-002 20260301T110500Z-001 20260301T115900Z-001,"
                + "20260301T100000Z-002 20260301T115900Z-001",
        // Days without runs do not count.
        "0,2,0,0, 20260110T230000Z-001 20260201T010000Z-001 20260201T020000Z-001,"
                + "20260110T230000Z-001 20260201T020000Z-001",
        // A week begins on Monday, also over the end of a year: 29 December 2025 to 4 January 2026.
        "0,0,2,0, 20251228T120000Z-001 20251229T120000Z-001 20260104T120000Z-001,"
                + "20251228T120000Z-001 20260104T120000Z-001",
        "0,0,0,2, 20251130T120000Z-001 20251201T120000Z-001 20251231T235959Z-001 20260131T120000Z-001,"
                + "20251231T235959Z-001 20260131T120000Z-001",
        "0,0,0,0, 20251130T120000Z-001 20251201T120000Z-001, 20251201T120000Z-001"
    })
    void keepsTheNewestRunOfEachPeriod(int hourly, int daily, int weekly, int monthly, String runs, String kept) {
        assertThat(new Retention(hourly, daily, weekly, monthly).keep(List.of(runs.split(" "))))
                .containsExactlyElementsOf(Arrays.asList(kept.split(" ")));
    }

    @Test
    void defaultKeepsAboutFiftyRunsOfTwoYears() {
        List<String> runs = new ArrayList<>();
        Instant end = Instant.parse("2026-11-27T12:00:00Z");
        for (int hour = 0; hour < 2 * 365 * 24; hour++) {
            runs.add(Layout.timed(end.minus(Duration.ofHours(hour)), 1));
        }
        assertThat(Retention.DEFAULT.keep(runs))
                .hasSizeBetween(50, 58)
                .contains("20261127T120000Z-001", "20261126T130000Z-001", "20261114T230000Z-001")
                .contains("20251231T230000Z-001");
    }

    @Test
    void nothingIsKeptOfNoRuns() {
        assertThat(Retention.DEFAULT.keep(List.of())).isEmpty();
    }
}
