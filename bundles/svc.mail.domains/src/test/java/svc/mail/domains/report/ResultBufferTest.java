package svc.mail.domains.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.delivery.Envelope;
import svc.api.delivery.SenderObserver.SenderResults;
import svc.api.store.Scope;
import svc.testkit.Eventually;

/** The results of messages in memory and in the tables. */
final class ResultBufferTest {

    @TempDir
    private Path folder;

    private ReportFixture fixture;

    @BeforeEach
    void open() {
        fixture = new ReportFixture(folder);
    }

    @AfterEach
    void close() throws Exception {
        fixture.close();
    }

    private static SenderResults to(SenderResults results, String... recipients) {
        return new SenderResults(
                Envelope.of(results.envelope().sender(), List.of(recipients)),
                results.arrival(),
                results.author(),
                results.policy(),
                results.dkimAligned(),
                results.spfAligned(),
                results.disposition(),
                results.override(),
                results.spf(),
                results.dkim());
    }

    @Test
    void sumsAreThoseOfAModel() {
        ResultBuffer buffer = fixture.buffer(true);
        Random random = new Random(7);
        Map<String, Long> model = new HashMap<>();
        LocalDate day = fixture.today();
        for (int round = 1; round <= 3; round++) {
            for (int i = 0; i < 500; i++) {
                String client = "192.0.2." + random.nextInt(20);
                SenderResults results = fixture.results(
                        ReportFixture.policy("far.test", "mailto:r@far.test"),
                        random.nextBoolean() ? "far.test" : "sub.far.test",
                        client,
                        random.nextBoolean());
                buffer.checked(results);
                model.merge(Tuple.of(results).text(), 1L, Long::sum);
            }
            fixture.flushed(day, 500L * round);
        }
        Map<String, Long> stored = new HashMap<>();
        fixture.store()
                .read(
                        Scope.system(),
                        snapshot -> snapshot.sql()
                                .select(
                                        "SELECT tuple, messages FROM dmarc_count",
                                        row -> stored.put(String.valueOf(row.getString(1)), row.getLong(2))));
        assertThat(stored).isEqualTo(model);
        assertThat(fixture.number("SELECT tuples FROM dmarc_policy")).isEqualTo(model.size());
    }

    @Test
    void messagesAtTheSameTimeAreAllCounted() {
        ResultBuffer buffer = fixture.buffer(true);
        CompletableFuture.allOf(IntStream.range(0, 4)
                        .mapToObj(thread -> CompletableFuture.runAsync(() -> IntStream.range(0, 1_000)
                                .forEach(i -> buffer.checked(fixture.passed("192.0.2." + i % 50)))))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
        fixture.flushed(fixture.today(), 4_000);
    }

    @Test
    void messageBelongsToTheDayInUtcOnWhichItIsChecked() {
        ResultBuffer buffer = fixture.buffer(true);
        LocalDate day = fixture.today();
        Instant midnight = day.plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        buffer.checked(fixture.passed("192.0.2.1"));
        fixture.flushed(day, 1);
        fixture.clock.advance(Duration.between(fixture.clock.now(), midnight).minusSeconds(3));
        boolean isBefore = fixture.today().equals(day);
        buffer.checked(fixture.passed("192.0.2.1"));
        fixture.clock.advance(Duration.ofSeconds(4));
        buffer.checked(fixture.passed("192.0.2.1"));
        fixture.clock.advance(ResultBuffer.DELAY);
        Eventually.until("both days stored", () -> fixture.stored(day) + fixture.stored(day.plusDays(1)) == 3);
        assertThat(fixture.stored(day)).isEqualTo(isBefore ? 2 : 1);
        assertThat(fixture.number("SELECT min(due) FROM dmarc_policy WHERE day = ?", day.toEpochDay()))
                .isBetween(
                        midnight.plus(Duration.ofMinutes(ResultFlush.FIRST_MINUTE))
                                .toEpochMilli(),
                        midnight.plus(Duration.ofDays(1)).toEpochMilli() - 1);
    }

    @Test
    void lastPolicyOfTheDayIsKept() {
        ResultBuffer buffer = fixture.buffer(true);
        buffer.checked(fixture.passed("192.0.2.1"));
        fixture.flushed(fixture.today(), 1);
        buffer.checked(fixture.results(
                ReportFixture.policy("far.test", "mailto:a@far.test", "mailto:b@far.test"),
                "far.test",
                "192.0.2.1",
                true));
        fixture.flushed(fixture.today(), 2);
        assertThat(fixture.number(
                        "SELECT count(*) FROM dmarc_policy WHERE addresses = 'mailto:a@far.test mailto:b@far.test'"))
                .isEqualTo(1);
    }

    @Test
    void resultsThatNoReportNeedsAreNotCounted() {
        ResultBuffer off = fixture.buffer(false);
        off.checked(fixture.passed("192.0.2.1"));
        ResultBuffer buffer = fixture.buffer(true);
        buffer.checked(fixture.results(ReportFixture.policy("far.test"), "far.test", "192.0.2.1", true));
        buffer.checked(fixture.results(
                ReportFixture.policy("far.test", "https://far.test/", "mailto:" + "a".repeat(320) + "@far.test"),
                "far.test",
                "192.0.2.1",
                true));
        buffer.checked(to(fixture.passed("192.0.2.1"), "DMARC-reports@own.test"));
        buffer.checked(to(fixture.passed("192.0.2.1"), "dmarc-reports@own.test", "ann@own.test"));
        fixture.flushed(fixture.today(), 1);
    }

    @Test
    void differentResultsInMemoryAreLimited() {
        ResultBuffer buffer = fixture.buffer(true);
        for (int i = 0; i < ResultBuffer.MOST + 5; i++) {
            String domain = "d" + i % 10 + ".test";
            buffer.checked(fixture.results(
                    ReportFixture.policy(domain, "mailto:r@" + domain),
                    domain,
                    "10.0." + i / 250 + "." + i % 250,
                    true));
        }
        buffer.checked(
                fixture.results(ReportFixture.policy("d0.test", "mailto:r@d0.test"), "d0.test", "10.0.0.0", true));
        fixture.flushed(fixture.today(), ResultBuffer.MOST + 1);
        assertThat(fixture.counters()).containsEntry("dmarc_results_dropped_total", 5L);
    }

    @Test
    void recordsOfAReportAreLimited() {
        LocalDate day = fixture.today();
        Map<String, Long> counts = new HashMap<>();
        IntStream.range(0, PendingRows.MOST_TUPLES).forEach(i -> counts.put("a" + i, 2L));
        assertThat(add(day, "far.test", counts)).isZero();
        assertThat(add(day, "far.test", Map.of("a0", 1L, "new", 3L))).isEqualTo(3);
        assertThat(add(day.plusDays(1), "far.test", Map.of("new", 3L))).isZero();
        assertThat(fixture.stored(day)).isEqualTo(2L * PendingRows.MOST_TUPLES + 1);
    }

    @Test
    void domainsOfADayAreLimited() {
        LocalDate day = fixture.today();
        fixture.store()
                .write(
                        Scope.system(),
                        tx -> tx.sql()
                                .insert(
                                        "INSERT INTO dmarc_policy (day, domain, policy, addresses, tuples, due, attempts,"
                                                + " claimed) VALUES (?, ?, '', '', 0, 0, 0, 0)",
                                        IntStream.range(0, PendingRows.MOST_DOMAINS)
                                                .mapToObj(i -> List.<Object>of(day.toEpochDay(), i + ".test"))
                                                .toList()));
        assertThat(add(day, "far.test", Map.of("a", 4L))).isEqualTo(4);
        assertThat(add(day, "0.test", Map.of("a", 4L))).isZero();
    }

    private long add(LocalDate day, String domain, Map<String, Long> counts) {
        Instant now = fixture.clock.now();
        return fixture.store()
                .write(
                        Scope.system(),
                        tx -> PendingRows.add(
                                tx.sql(),
                                day,
                                ReportFixture.policy(domain, "mailto:r@" + domain),
                                counts.entrySet(),
                                now));
    }

    @Test
    void stopWritesWhatIsInMemory() throws Exception {
        fixture.buffer(true).checked(fixture.passed("192.0.2.1"));
        fixture.restart();
        assertThat(fixture.stored(fixture.today())).isEqualTo(1);
    }

    @Test
    void hostileValuesAreCutAndWrittenInOneLine() {
        ResultBuffer buffer = fixture.buffer(true);
        SenderResults hostile = fixture.results(
                ReportFixture.policy("far.test", "mailto:r@far.test"),
                "a\tb\n<x>\u0001\ud800\uffff".repeat(100),
                "2001:db8::1",
                false);
        buffer.checked(hostile);
        fixture.flushed(fixture.today(), 1);
        Tuple tuple = Tuple.of(hostile);
        assertThat(Tuple.parse(tuple.text())).isEqualTo(tuple);
        assertThat(tuple.author()).hasSize(253).startsWith("a?b?<x>???a");
    }
}
