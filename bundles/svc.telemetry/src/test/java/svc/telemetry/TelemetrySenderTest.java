package svc.telemetry;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.annotation.Annotation;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.health.Finding;
import svc.api.http.client.HttpTarget;
import svc.api.http.client.OutboundHttpClient;
import svc.api.http.client.OutboundRequest;
import svc.api.http.client.OutboundResponse;
import svc.api.http.client.TargetRule;
import svc.api.metrics.MetricCollection;
import svc.api.time.Clock;
import svc.json.JacksonJson;
import svc.store.sqlite.SqliteStore;
import svc.store.sqlite.schema.MigratedDatabase;
import svc.testclock.AdvanceableClock;
import svc.testkit.Covers;
import svc.testkit.Eventually;
import svc.testkit.ManualClock;
import svc.testkit.MigratedDatabaseFixture;

final class TelemetrySenderTest {

    private static final String URL = "https://telemetry.example.org/reports";

    @TempDir
    private Path folder;

    private final AdvanceableClock clock = new AdvanceableClock();
    private final Receiver receiver = new Receiver();
    private final AtomicLong mails = new AtomicLong();
    private SqliteStore store;
    private InstanceId id;

    @SuppressWarnings("NullAway.Init") // started by each test
    private TelemetrySender sender;

    /** A receiver of reports outside this server. */
    private static final class Receiver implements OutboundHttpClient {

        private final List<String> reports = new CopyOnWriteArrayList<>();
        private volatile int status = 204;

        @Override
        public void check(HttpTarget target, TargetRule rule) {}

        @Override
        public OutboundResponse send(OutboundRequest request) throws IOException {
            assertThat(request.target().toUri()).hasToString(URL);
            try (InputStream body = request.body().content().open()) {
                reports.add(new String(body.readAllBytes(), UTF_8));
            }
            return new OutboundResponse(status, Map.of(), new ByteArrayInputStream(new byte[0]));
        }

        @Override
        public OutboundResponse send(OutboundRequest request, List<InetAddress> addresses) {
            throw new UnsupportedOperationException("not used");
        }
    }

    private record Config(boolean enabled, String endpoint) implements TelemetryConfig {

        @Override
        public Class<? extends Annotation> annotationType() {
            return TelemetryConfig.class;
        }
    }

    @BeforeEach
    void open() {
        store = new SqliteStore(
                new MigratedDatabase(MigratedDatabaseFixture.in(folder, SqliteStore.class, InstanceId.class)), clock);
        id = new InstanceId(store);
    }

    @AfterEach
    void close() {
        sender.stop();
        store.close();
        clock.stop();
    }

    private void start(boolean enabled, String endpoint, Clock windowClock) {
        MetricCollection metrics = sink -> {
            sink.counter("mails_total", "Mails.", mails.get(), "kind", "in");
            sink.counter("mails_total", "Mails.", 1, "kind", "out");
            sink.gauge("streams", "Streams.", 7);
        };
        sender = new TelemetrySender(
                new Config(enabled, endpoint),
                new ReportWindow("1.2.3", metrics, id, windowClock),
                receiver,
                new JacksonJson(),
                clock);
        sender.call();
    }

    private Finding check() {
        return new TelemetryHealthCheck(sender).run().get(0);
    }

    private void awaitReports(int number) {
        Eventually.until(number + " reports", () -> receiver.reports.size() == number);
    }

    @Test
    @Covers("TEL-01")
    void sendsNothingUnlessItIsEnabled() {
        start(false, URL, clock);
        clock.advance(Duration.ofDays(3));
        assertThat(receiver.reports).isEmpty();
        assertThat(check().status()).isEqualTo(Finding.Status.SKIPPED);
    }

    @Test
    @Covers("TEL-01")
    void sendsTheFirstReportAfterFifteenMinutesAndThenDaily() {
        mails.set(4);
        start(true, URL, clock);
        clock.advance(Duration.ofMinutes(14));
        assertThat(receiver.reports).isEmpty();
        clock.advance(Duration.ofMinutes(1));
        awaitReports(1);
        assertThat(receiver.reports.get(0))
                .matches("\\{\"instance_id\":\"" + id.get()
                        + "\",\"version\":\"1.2.3\",\"window_seconds\":9..,\"counters\":\\{\"mails_total\":5}}");

        mails.set(10);
        clock.advance(Duration.ofHours(23));
        assertThat(receiver.reports).hasSize(1);
        clock.advance(Duration.ofHours(1));
        awaitReports(2);
        assertThat(receiver.reports.get(1))
                .containsPattern("\"window_seconds\":864..,\"counters\":\\{\"mails_total\":6}");
        Eventually.until("ok", () -> check().status() == Finding.Status.OK);
    }

    @Test
    @Covers("TEL-01")
    void asksARefusingReceiverAgainTheNextDayForTheWholeTime() {
        receiver.status = 503;
        start(true, URL, clock);
        clock.advance(Duration.ofMinutes(15));
        awaitReports(1);
        Eventually.until("warning", () -> check().status() == Finding.Status.WARN);
        assertThat(check().detail()).contains("503");
        receiver.status = 204;
        clock.advance(Duration.ofDays(1));
        awaitReports(2);
        assertThat(receiver.reports.get(1)).containsPattern("\"window_seconds\":873..,");
    }

    @Test
    @Covers("TEL-01")
    void doesNotSendAWindowOfLessThanAMinute() {
        ManualClock windowClock = new ManualClock();
        start(true, URL, windowClock);
        windowClock.leap(Duration.ofSeconds(59));
        clock.advance(Duration.ofMinutes(15));
        windowClock.leap(Duration.ofSeconds(1));
        clock.advance(Duration.ofDays(1));
        awaitReports(1);
        assertThat(receiver.reports.get(0)).contains("\"window_seconds\":60,");
    }

    @Test
    void warnsOfAMissingReceiver() {
        start(true, "telemetry.example.org", clock);
        clock.advance(Duration.ofDays(1));
        assertThat(receiver.reports).isEmpty();
        assertThat(check().status()).isEqualTo(Finding.Status.WARN);
        assertThat(check().remedy().orElseThrow()).contains("endpoint");
    }

    @Test
    void changesTheIdOnRequestAndAfterARestore() {
        start(false, URL, clock);
        String first = id.get();
        assertThat(first).matches("[0-9a-f]{32}").isEqualTo(id.get());
        String second = new TelemetryOperations(sender, new ReportWindow("1", sink -> {}, id, clock), id)
                .newId()
                .instanceId();
        assertThat(second).isNotEqualTo(first).isEqualTo(id.get());
    }
}
