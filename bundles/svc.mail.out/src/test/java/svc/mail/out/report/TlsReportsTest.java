package svc.mail.out.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.delivery.Envelope;
import svc.api.delivery.OutgoingMail.Content;
import svc.api.delivery.ServerMail;
import svc.api.http.client.TargetRule;
import svc.api.identity.Account;
import svc.api.store.Scope;
import svc.json.JacksonJson;
import svc.mail.out.report.TlsResult.Detail;
import svc.mail.out.tls.NamedAnswers;
import svc.mail.out.tls.TlsRequiredField;
import svc.mail.out.tls.WebServer;
import svc.testclock.AdvanceableClock;
import svc.testkit.Eventually;
import svc.testkit.InMemoryDirectory;
import svc.testkit.engine.TemporaryStore;

/** The reports about a day: what is counted, when reports are sent, and what they contain. */
final class TlsReportsTest {

    private static final Duration DAY = Duration.ofDays(1);
    private static final Detail FAILED = new Detail("mx.example.net", "192.0.2.2", "192.0.2.1", "it has expired");

    private final AdvanceableClock clock = new AdvanceableClock();
    private final TemporaryStore store = new TemporaryStore(clock, TlsResults.class);
    private final NamedAnswers dns = new NamedAnswers();
    private final WebServer web = new WebServer();
    private final Postmaster postmaster = new Postmaster();
    private final InMemoryDirectory directory = new InMemoryDirectory();
    private final List<TlsReports> running = new ArrayList<>();
    private TlsResults results = new TlsResults(true, store.store(), clock);
    private TlsReports reports = reports();

    /** The mail that the server sends. */
    private static final class Postmaster implements ServerMail {

        private record Sent(String domain, Envelope envelope, String message) {}

        private final List<Sent> sent = new CopyOnWriteArrayList<>();
        private volatile boolean isFull;

        @Override
        public Optional<String> send(String domain, Envelope envelope, Content content) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            content.writeTo(bytes);
            sent.add(new Sent(domain, envelope, bytes.toString(UTF_8)));
            return isFull ? Optional.empty() : Optional.of("q1");
        }
    }

    @BeforeEach
    void beginAtMidnight() {
        directory.add(new Account(1, "t1", "ann@example.org", "Ann"));
        Instant now = clock.now();
        Instant midnight = day().plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
        clock.advance(Duration.between(now, midnight));
    }

    @AfterEach
    void stop() {
        results.stop();
        running.forEach(TlsReports::stop);
        store.close();
        clock.stop();
    }

    private LocalDate day() {
        return LocalDate.ofInstant(clock.now(), ZoneOffset.UTC);
    }

    private TlsReports reports() {
        ReportDelivery delivery =
                new ReportDelivery(TargetRule.PUBLIC_HTTPS, postmaster, web, new JacksonJson(), clock);
        TlsReports created =
                new TlsReports(false, store.store(), dns, delivery, () -> "mail.example.org", directory, clock);
        running.add(created);
        return created;
    }

    private void restart() {
        results.stop();
        results = new TlsResults(true, store.store(), clock);
        reports = reports();
    }

    private static TlsResult success(String domain) {
        return new TlsResult(domain, "no-policy-found", List.of(), List.of(), "", Detail.NONE);
    }

    private static TlsResult expired(String domain) {
        return new TlsResult(
                domain,
                "sts",
                List.of("version: STSv1", "mode: enforce", "mx: *.example.net", "max_age: 1"),
                List.of("*.example.net"),
                "certificate-expired",
                FAILED);
    }

    private void publish(String domain, String rua) {
        dns.txt("_smtp._tls." + domain, "v=TLSRPTv1; rua=" + rua);
    }

    /** Runs the reports until the end of the day. */
    private void runADay() {
        LocalDate today = day();
        while (day().equals(today)) {
            clock.advance(reports.run());
        }
    }

    private long number(String query) {
        return store.store().read(Scope.system(), snapshot -> snapshot.sql().number(query));
    }

    private long rows() {
        return number("SELECT count(*) FROM tls_result");
    }

    private Optional<Instant> due() {
        return store.store().read(Scope.system(), snapshot -> ReportRows.next(snapshot.sql()));
    }

    private static JsonNode json(byte[] compressed) {
        try {
            return new ObjectMapper()
                    .readTree(new GZIPInputStream(new ByteArrayInputStream(compressed)).readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void resultsAreWrittenTogether() {
        for (int i = 0; i < 1_000; i++) {
            results.count(success("example.net"));
        }
        results.count(expired("example.net"));
        assertThat(rows()).isZero();

        clock.advance(TlsResults.PAUSE);
        Eventually.until("written", () -> rows() == 2);
        results.count(success("example.net"));
        results.flush();
        assertThat(rows()).isEqualTo(2);
        assertThat(number("SELECT sessions FROM tls_result WHERE failure = ''")).isEqualTo(1_001);
    }

    @Test
    void numberOfDifferentResultsIsLimited() {
        IntStream.rangeClosed(0, TlsResults.CAPACITY).forEach(i -> results.count(success("d" + i + ".example")));
        results.count(success("d0.example"));
        results.flush();

        assertThat(rows()).isEqualTo(TlsResults.CAPACITY);
    }

    @Test
    void nothingIsWrittenWithoutReports() {
        TlsResults off = new TlsResults(false, store.store(), clock);
        off.count(success("example.net"));
        off.stop();

        assertThat(rows()).isZero();
    }

    @Test
    void reportIsSentOnceOnTheNextDay() {
        publish("example.net", "mailto:reports@example.net");
        results.count(success("example.net"));
        results.flush();
        runADay();
        assertThat(postmaster.sent).as("on the day itself").isEmpty();

        runADay();
        assertThat(postmaster.sent).hasSize(1);
        runADay();
        restart();
        runADay();
        assertThat(postmaster.sent).hasSize(1);
    }

    @Test
    void restartSendsAReportOnceAtTheSameTime() {
        publish("example.net", "mailto:reports@example.net");
        results.count(success("example.net"));
        restart();
        clock.advance(DAY);
        reports.run();
        Optional<Instant> due = due();
        restart();
        reports.run();
        assertThat(due()).isEqualTo(due);
        assertThat(due.orElseThrow())
                .isBefore(day().plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant());

        runADay();
        restart();
        runADay();
        assertThat(postmaster.sent).hasSize(1);
    }

    @Test
    void resultsBelongToTheDayOfTheSession() {
        publish("example.net", "mailto:reports@example.net");
        clock.advance(DAY.minusSeconds(60));
        results.count(success("example.net"));
        clock.advance(Duration.ofSeconds(60));
        results.count(success("example.net"));
        results.count(success("example.net"));
        results.flush();
        LocalDate second = day();
        runADay();
        runADay();

        assertThat(postmaster.sent).hasSize(2);
        JsonNode first = json(attachment(0));
        assertThat(first.at("/date-range/start-datetime").asText()).isEqualTo(second.minusDays(1) + "T00:00:00Z");
        assertThat(first.at("/date-range/end-datetime").asText()).isEqualTo(second.minusDays(1) + "T23:59:59Z");
        assertThat(first.at("/policies/0/summary/total-successful-session-count")
                        .asInt())
                .isEqualTo(1);
        assertThat(json(attachment(1))
                        .at("/policies/0/summary/total-successful-session-count")
                        .asInt())
                .isEqualTo(2);
    }

    private byte[] attachment(int index) {
        String message = postmaster.sent.get(index).message();
        int begin = message.indexOf("\r\n\r\n", message.indexOf("Content-Type: application/tlsrpt+gzip"));
        String encoded = message.substring(begin, message.indexOf("\r\n--", begin));
        return Base64.getMimeDecoder().decode(encoded);
    }

    @Test
    void domainThatWantsNoReportGetsNone() {
        results.count(success("example.net"));
        results.flush();
        clock.advance(DAY);
        runADay();
        publish("example.net", "mailto:reports@example.net");
        runADay();

        assertThat(postmaster.sent).isEmpty();
    }

    @Test
    void reportContainsThePoliciesAndFailures() {
        publish("example.net", "mailto:reports@example.net");
        results.count(success("example.net"));
        results.count(expired("example.net"));
        results.count(expired("example.net"));
        results.count(success("other.example"));
        results.flush();
        clock.advance(DAY);
        runADay();

        Postmaster.Sent sent = postmaster.sent.get(0);
        JsonNode report = json(attachment(0));
        assertThat(report.at("/organization-name").asText()).isEqualTo("example.org");
        assertThat(report.at("/contact-info").asText()).isEqualTo("postmaster@example.org");
        assertThat(sent.message()).contains(report.at("/report-id").asText());
        assertThat(report.at("/policies").size()).isEqualTo(2);
        JsonNode sts = report.at("/policies/0");
        assertThat(sts.at("/policy/policy-type").asText()).isEqualTo("sts");
        assertThat(sts.at("/policy/policy-domain").asText()).isEqualTo("example.net");
        assertThat(sts.at("/policy/policy-string/2").asText()).isEqualTo("mx: *.example.net");
        assertThat(sts.at("/policy/mx-host/0").asText()).isEqualTo("*.example.net");
        assertThat(sts.at("/summary/total-successful-session-count").asInt()).isZero();
        assertThat(sts.at("/summary/total-failure-session-count").asInt()).isEqualTo(2);
        JsonNode failure = sts.at("/failure-details/0");
        assertThat(failure.at("/result-type").asText()).isEqualTo("certificate-expired");
        assertThat(failure.at("/sending-mta-ip").asText()).isEqualTo("192.0.2.1");
        assertThat(failure.at("/receiving-mx-hostname").asText()).isEqualTo("mx.example.net");
        assertThat(failure.at("/receiving-ip").asText()).isEqualTo("192.0.2.2");
        assertThat(failure.at("/failed-session-count").asInt()).isEqualTo(2);
        assertThat(failure.at("/failure-reason-code").asText()).isEqualTo("it has expired");
        JsonNode none = report.at("/policies/1");
        assertThat(none.at("/policy/policy-type").asText()).isEqualTo("no-policy-found");
        assertThat(none.at("/summary/total-successful-session-count").asInt()).isEqualTo(1);
        assertThat(none.has("failure-details")).isFalse();
    }

    @Test
    void messageHasTheFieldsOfReports() throws IOException {
        publish("example.net", "mailto:a@example.net,mailto:b@example.com");
        LocalDate day = day();
        results.count(success("example.net"));
        results.flush();
        clock.advance(DAY);
        runADay();

        Postmaster.Sent sent = postmaster.sent.get(0);
        String unfolded = sent.message().replace("\r\n ", " ");
        long begin = day.atStartOfDay(ZoneOffset.UTC).toEpochSecond();
        assertThat(sent.domain()).isEqualTo("example.org");
        assertThat(sent.envelope().sender()).isEmpty();
        assertThat(sent.envelope().recipients())
                .extracting(Envelope.Recipient::address)
                .containsExactly("a@example.net", "b@example.com");
        assertThat(unfolded)
                .contains(
                        "From: postmaster@example.org\r\n",
                        "Subject: Report Domain: example.net Submitter: example.org Report-ID: <" + day
                                + ".example.net@example.org>\r\n",
                        "TLS-Report-Domain: example.net\r\n",
                        "TLS-Report-Submitter: example.org\r\n",
                        "Auto-Submitted: auto-generated\r\n",
                        "report-type=",
                        "example.org!example.net!" + begin + "!" + (begin + 86_399) + ".json.gz");
        assertThat(TlsRequiredField.isNo(out -> out.write(sent.message().getBytes(UTF_8))))
                .as("sent without regard to policies, and not counted")
                .isTrue();
    }

    @Test
    void reportIsPostedByHttps() {
        publish("example.net", "https://reports.example.net/v1");
        web.answering(request -> WebServer.response(201, "text/plain", ""));
        results.count(expired("example.net"));
        results.flush();
        clock.advance(DAY);
        runADay();

        assertThat(web.requests).hasSize(1);
        assertThat(web.requests.get(0).method()).isEqualTo("POST");
        assertThat(web.requests.get(0).target().toUri()).hasToString("https://reports.example.net/v1");
        assertThat(web.requests.get(0).fields()).containsEntry("Content-Type", "application/tlsrpt+gzip");
        assertThat(json(web.requests.get(0).body())
                        .at("/policies/0/summary/total-failure-session-count")
                        .asInt())
                .isEqualTo(1);
        assertThat(postmaster.sent).isEmpty();
    }

    @Test
    void failedReportIsSentAgainForADay() {
        publish("example.net", "https://reports.example.net/v1,mailto:a@example.net");
        web.answering(request -> WebServer.response(500, "text/plain", ""));
        postmaster.isFull = true;
        results.count(success("example.net"));
        results.flush();
        clock.advance(DAY);
        runADay();
        runADay();

        assertThat(web.requests).hasSize(TlsReports.MOST_ATTEMPTS);
        assertThat(postmaster.sent).hasSize(TlsReports.MOST_ATTEMPTS);
    }

    @Test
    void oneAddressThatAcceptsIsEnough() {
        publish("example.net", "https://reports.example.net/v1,mailto:a@example.net");
        web.answering(request -> {
            throw new IOException("unreachable");
        });
        results.count(success("example.net"));
        results.flush();
        clock.advance(DAY);
        runADay();
        runADay();

        assertThat(web.requests).hasSize(1);
        assertThat(postmaster.sent).hasSize(1);
    }

    @Test
    void reportWaitsForTheDns() {
        dns.failing("_smtp._tls.example.net");
        results.count(success("example.net"));
        results.flush();
        clock.advance(DAY);
        reports.run();
        store.store().write(Scope.system(), tx -> tx.sql().update("UPDATE tls_report SET due = 0"));
        reports.run();
        publish("example.net", "mailto:a@example.net");
        runADay();
        runADay();

        assertThat(postmaster.sent).hasSize(1);
    }

    @Test
    void oldResultsAreDeleted() {
        results.count(success("example.net"));
        results.flush();
        clock.advance(DAY.multipliedBy(3));
        reports.run();
        assertThat(rows()).isEqualTo(1);

        clock.advance(DAY);
        reports.run();
        assertThat(rows()).isZero();
    }

    @Test
    void twoProcessesSendAReportOnce() {
        publish("example.net", "mailto:a@example.net");
        results.count(success("example.net"));
        results.flush();
        clock.advance(DAY);
        reports.run();
        store.store().write(Scope.system(), tx -> tx.sql().update("UPDATE tls_report SET due = 0"));
        TlsReports other = reports();
        List<Thread> threads = List.of(new Thread(reports::run), new Thread(other::run));
        threads.forEach(Thread::start);
        Eventually.until("run", () -> threads.stream().noneMatch(Thread::isAlive));

        assertThat(postmaster.sent).hasSize(1);
    }

    @Test
    void nothingIsSentInTheFirstTwoMinutesAfterTheStart() {
        publish("example.net", "mailto:a@example.net");
        results.count(success("example.net"));
        results.flush();
        clock.advance(DAY);
        ReportDelivery delivery =
                new ReportDelivery(TargetRule.PUBLIC_HTTPS, postmaster, web, new JacksonJson(), clock);
        TlsReports started =
                new TlsReports(true, store.store(), dns, delivery, () -> "mx.elsewhere.example", directory, clock);
        running.add(started);
        clock.advance(TlsReports.QUIET.minusSeconds(60));
        assertThat(planned()).isZero();

        clock.advance(Duration.ofSeconds(60));
        Eventually.until("planned", () -> planned() == 1);
    }

    private long planned() {
        return number("SELECT count(*) FROM tls_report");
    }
}
