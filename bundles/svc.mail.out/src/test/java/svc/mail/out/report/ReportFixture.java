package svc.mail.out.report;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import svc.api.delivery.Envelope;
import svc.api.delivery.OutgoingMail.Content;
import svc.api.delivery.ServerMail;
import svc.api.http.client.TargetRule;
import svc.api.identity.Account;
import svc.api.store.Scope;
import svc.json.JacksonJson;
import svc.mail.out.report.TlsResult.Detail;
import svc.mail.out.tls.NamedAnswers;
import svc.mail.out.tls.WebServer;
import svc.testclock.AdvanceableClock;
import svc.testkit.InMemoryDirectory;
import svc.testkit.engine.TemporaryStore;

/** What the tests of results and reports share: the DNS, the addresses of reports, a store and the clock. */
abstract class ReportFixture {

    static final Duration DAY = Duration.ofDays(1);
    static final Detail FAILED = new Detail("mx.example.net", "192.0.2.2", "192.0.2.1", "it has expired");

    final AdvanceableClock clock = new AdvanceableClock();
    final TemporaryStore store = new TemporaryStore(clock, TlsResults.class);
    final NamedAnswers dns = new NamedAnswers();
    final WebServer web = new WebServer();
    final Postmaster postmaster = new Postmaster();
    final InMemoryDirectory directory = new InMemoryDirectory();
    final List<TlsReports> running = new ArrayList<>();
    TlsResults results = new TlsResults(true, store.store(), clock);
    TlsReports reports = reports();

    /** The mail that the server sends. */
    static final class Postmaster implements ServerMail {

        record Sent(String domain, Envelope envelope, String message) {}

        final List<Sent> sent = new CopyOnWriteArrayList<>();
        volatile boolean isFull;

        @Override
        public Optional<String> send(String domain, Envelope envelope, Content content) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            content.writeTo(bytes);
            sent.add(new Sent(domain, envelope, bytes.toString(UTF_8)));
            return isFull ? Optional.empty() : Optional.of("q1");
        }
    }

    @BeforeEach
    final void beginAtMidnight() {
        directory.add(new Account(1, "t1", "ann@example.org", "Ann"));
        Instant now = clock.now();
        Instant midnight = day().plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant();
        clock.advance(Duration.between(now, midnight));
    }

    @AfterEach
    final void stop() {
        results.stop();
        running.forEach(TlsReports::stop);
        store.close();
        clock.stop();
    }

    final LocalDate day() {
        return LocalDate.ofInstant(clock.now(), ZoneOffset.UTC);
    }

    TlsReports reports() {
        ReportDelivery delivery =
                new ReportDelivery(TargetRule.PUBLIC_HTTPS, postmaster, web, new JacksonJson(), clock);
        TlsReports created = new TlsReports(
                false, results, store.store(), dns, delivery, () -> "mail.example.org", directory, clock);
        running.add(created);
        return created;
    }

    final void restart() {
        results.stop();
        results = new TlsResults(true, store.store(), clock);
        reports = reports();
    }

    static TlsResult success(String domain) {
        return new TlsResult(domain, "no-policy-found", List.of(), List.of(), "", Detail.NONE);
    }

    static TlsResult expired(String domain) {
        return new TlsResult(
                domain,
                "sts",
                List.of("version: STSv1", "mode: enforce", "mx: *.example.net", "max_age: 1"),
                List.of("*.example.net"),
                "certificate-expired",
                FAILED);
    }

    final void publish(String domain, String rua) {
        dns.txt("_smtp._tls." + domain, "v=TLSRPTv1; rua=" + rua);
    }

    /** Runs the reports until the end of the day. */
    final void runADay() {
        LocalDate today = day();
        while (day().equals(today)) {
            clock.advance(reports.run());
        }
    }

    final long number(String query) {
        return store.store().read(Scope.system(), snapshot -> snapshot.sql().number(query));
    }

    final long rows() {
        return number("SELECT count(*) FROM tls_result");
    }

    final Optional<Instant> due() {
        return store.store().read(Scope.system(), snapshot -> ReportRows.next(snapshot.sql()));
    }

    static JsonNode json(byte[] compressed) {
        try {
            return new ObjectMapper()
                    .readTree(new GZIPInputStream(new ByteArrayInputStream(compressed)).readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    final byte[] attachment(int index) {
        String message = postmaster.sent.get(index).message();
        int begin = message.indexOf("\r\n\r\n", message.indexOf("Content-Type: application/tlsrpt+gzip"));
        String encoded = message.substring(begin, message.indexOf("\r\n--", begin));
        return Base64.getMimeDecoder().decode(encoded);
    }
}
