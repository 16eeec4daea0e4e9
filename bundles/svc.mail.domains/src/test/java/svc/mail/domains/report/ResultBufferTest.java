package svc.mail.domains.report;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.Test;
import svc.api.delivery.Envelope;
import svc.api.delivery.SenderObserver.SenderResults;
import svc.api.store.Scope;
import svc.testkit.Eventually;

/** The results of messages in memory and in the tables. */
final class ResultBufferTest extends ReportFixture {

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
        ResultBuffer buffer = buffer(true);
        Random random = new Random(7);
        Map<String, Long> model = new HashMap<>();
        LocalDate day = today();
        for (int round = 1; round <= 3; round++) {
            for (int i = 0; i < 500; i++) {
                String client = "192.0.2." + random.nextInt(20);
                SenderResults results = results(
                        policy("far.test", "mailto:r@far.test"),
                        random.nextBoolean() ? "far.test" : "sub.far.test",
                        client,
                        random.nextBoolean());
                buffer.checked(results);
                model.merge(Tuple.of(results).text(), 1L, Long::sum);
            }
            flushed(day, 500L * round);
        }
        Map<String, Long> stored = new HashMap<>();
        store().read(
                        Scope.system(),
                        snapshot -> snapshot.sql()
                                .select(
                                        "SELECT tuple, messages FROM dmarc_count",
                                        row -> stored.put(String.valueOf(row.getString(1)), row.getLong(2))));
        assertThat(stored).isEqualTo(model);
        assertThat(number("SELECT tuples FROM dmarc_policy")).isEqualTo(model.size());
    }

    @Test
    void messagesAtTheSameTimeAreAllCounted() {
        ResultBuffer buffer = buffer(true);
        CompletableFuture.allOf(IntStream.range(0, 4)
                        .mapToObj(thread -> CompletableFuture.runAsync(() ->
                                IntStream.range(0, 1_000).forEach(i -> buffer.checked(passed("192.0.2." + i % 50)))))
                        .toArray(CompletableFuture<?>[]::new))
                .join();
        flushed(today(), 4_000);
    }

    @Test
    void messageBelongsToTheDayInUtcOnWhichItIsChecked() {
        ResultBuffer buffer = buffer(true);
        LocalDate day = today();
        Instant midnight = day.plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC);
        buffer.checked(passed("192.0.2.1"));
        flushed(day, 1);
        clock.advance(Duration.between(clock.now(), midnight).minusSeconds(3));
        boolean isBefore = today().equals(day);
        buffer.checked(passed("192.0.2.1"));
        clock.advance(Duration.ofSeconds(4));
        buffer.checked(passed("192.0.2.1"));
        clock.advance(ResultBuffer.DELAY);
        Eventually.until("both days stored", () -> stored(day) + stored(day.plusDays(1)) == 3);
        assertThat(stored(day)).isEqualTo(isBefore ? 2 : 1);
        assertThat(number("SELECT min(due) FROM dmarc_policy WHERE day = ?", day.toEpochDay()))
                .isBetween(
                        midnight.plus(Duration.ofMinutes(ResultFlush.FIRST_MINUTE))
                                .toEpochMilli(),
                        midnight.plus(Duration.ofDays(1)).toEpochMilli() - 1);
    }

    @Test
    void lastPolicyOfTheDayIsKept() {
        ResultBuffer buffer = buffer(true);
        buffer.checked(passed("192.0.2.1"));
        flushed(today(), 1);
        buffer.checked(
                results(policy("far.test", "mailto:a@far.test", "mailto:b@far.test"), "far.test", "192.0.2.1", true));
        flushed(today(), 2);
        assertThat(number("SELECT count(*) FROM dmarc_policy WHERE addresses = 'mailto:a@far.test mailto:b@far.test'"))
                .isEqualTo(1);
    }

    @Test
    void resultsThatNoReportNeedsAreNotCounted() {
        ResultBuffer off = buffer(false);
        off.checked(passed("192.0.2.1"));
        ResultBuffer buffer = buffer(true);
        buffer.checked(results(policy("far.test"), "far.test", "192.0.2.1", true));
        buffer.checked(results(
                policy("far.test", "https://far.test/", "mailto:" + "a".repeat(320) + "@far.test"),
                "far.test",
                "192.0.2.1",
                true));
        buffer.checked(to(passed("192.0.2.1"), "DMARC-reports@own.test"));
        buffer.checked(to(passed("192.0.2.1"), "dmarc-reports@own.test", "ann@own.test"));
        flushed(today(), 1);
    }

    @Test
    void differentResultsInMemoryAreLimited() {
        ResultBuffer buffer = buffer(true);
        for (int i = 0; i < ResultBuffer.MOST + 5; i++) {
            String domain = "d" + i % 10 + ".test";
            buffer.checked(
                    results(policy(domain, "mailto:r@" + domain), domain, "10.0." + i / 250 + "." + i % 250, true));
        }
        buffer.checked(results(policy("d0.test", "mailto:r@d0.test"), "d0.test", "10.0.0.0", true));
        flushed(today(), ResultBuffer.MOST + 1);
        assertThat(counters()).containsEntry("dmarc_results_dropped_total", 5L);
    }

    @Test
    void recordsOfAReportAreLimited() {
        LocalDate day = today();
        Map<String, Long> counts = new HashMap<>();
        IntStream.range(0, PendingRows.MOST_TUPLES).forEach(i -> counts.put("a" + i, 2L));
        assertThat(add(day, "far.test", counts)).isZero();
        assertThat(add(day, "far.test", Map.of("a0", 1L, "new", 3L))).isEqualTo(3);
        assertThat(add(day.plusDays(1), "far.test", Map.of("new", 3L))).isZero();
        assertThat(stored(day)).isEqualTo(2L * PendingRows.MOST_TUPLES + 1);
    }

    @Test
    void domainsOfADayAreLimited() {
        LocalDate day = today();
        store().write(
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
        Instant now = clock.now();
        return store().write(
                        Scope.system(),
                        tx -> PendingRows.add(
                                tx.sql(), day, policy(domain, "mailto:r@" + domain), counts.entrySet(), now));
    }

    @Test
    void stopWritesWhatIsInMemory() throws Exception {
        buffer(true).checked(passed("192.0.2.1"));
        restart();
        assertThat(stored(today())).isEqualTo(1);
    }

    @Test
    void hostileValuesAreCutAndWrittenInOneLine() {
        ResultBuffer buffer = buffer(true);
        SenderResults hostile = results(
                policy("far.test", "mailto:r@far.test"),
                "a\tb\n<x>\u0001\ud800\uffff".repeat(100),
                "2001:db8::1",
                false);
        buffer.checked(hostile);
        flushed(today(), 1);
        Tuple tuple = Tuple.of(hostile);
        assertThat(Tuple.parse(tuple.text())).isEqualTo(tuple);
        assertThat(tuple.author()).hasSize(253).startsWith("a?b?<x>???a");
    }
}
