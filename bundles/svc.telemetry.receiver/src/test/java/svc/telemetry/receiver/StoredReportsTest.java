package svc.telemetry.receiver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testclock.AdvanceableClock;
import svc.testkit.Covers;
import svc.testkit.Eventually;
import svc.testkit.MigratedDatabaseFixture;

final class StoredReportsTest {

    private static final String ID = "0123456789abcdef0123456789abcdef";

    @TempDir
    private Path folder;

    @Test
    @Covers("TEL-01")
    void keepsReportsForNinetyDays() {
        AdvanceableClock clock = new AdvanceableClock();
        SqliteStore store = new SqliteStore(
                new MigratedDatabase(MigratedDatabaseFixture.in(folder, SqliteStore.class, StoredReports.class)),
                clock);
        StoredReports reports = new StoredReports(store, clock);
        for (int i = 0; i < 900; i++) {
            reports.add(new ReceivedReport(ID, "1.0", 86_400, Map.of()), "{}");
        }
        clock.advance(Duration.ofDays(80));
        reports.add(new ReceivedReport(ID.replace('0', 'f'), "2.0", 900, Map.of()), "{}");
        assertThat(reports.summary())
                .extracting(StoredReports.VersionSummary::version, StoredReports.VersionSummary::reports)
                .containsExactly(tuple("1.0", 900L), tuple("2.0", 1L));
        clock.advance(Duration.ofDays(11));
        Eventually.until("old reports removed", () -> reports.summary().size() == 1);
        assertThat(reports.summary().get(0).version()).isEqualTo("2.0");
        reports.stop();
        store.close();
        clock.stop();
    }

    @ParameterizedTest
    @CsvSource({
        "0123456789abcdef0123456789abcdef, 1.0-SNAPSHOT, 60, 1, mails_total, 0, ''",
        "0123456789abcdef0123456789abcdef, 1.0, 59, 1, mails_total, 0, window_seconds",
        "0123456789ABCDEF0123456789abcdef, 1.0, 60, 1, mails_total, 0, instance_id",
        "0123456789abcdef0123456789abcde, 1.0, 60, 1, mails_total, 0, instance_id",
        "0123456789abcdef0123456789abcdef, <b>, 60, 1, mails_total, 0, version",
        "0123456789abcdef0123456789abcdef, 1.0, 60, 1, ann@example.org, 0, counter",
        "0123456789abcdef0123456789abcdef, 1.0, 60, 1, mails_total, -1, counter",
        "0123456789abcdef0123456789abcdef, 1.0, 60, 1000, mails_total, 0, ''",
        "0123456789abcdef0123456789abcdef, 1.0, 60, 1001, mails_total, 0, counters",
    })
    @Covers(value = "TEL-01", part = "a window of less than a minute is not stored")
    void examinesReports(String id, String version, long seconds, int number, String name, long value, String problem) {
        Map<String, Long> counters = new TreeMap<>(Map.of(name, value));
        for (int i = 1; i < number; i++) {
            counters.put("c" + i, 1L);
        }
        String found =
                new ReceivedReport(id, version, seconds, counters).problem().orElse("");
        assertThat(found).contains(problem);
        assertThat(found.isEmpty()).isEqualTo(problem.isEmpty());
    }
}
