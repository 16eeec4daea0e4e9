package svc.mail.out.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import svc.api.dns.Resolver;
import svc.api.http.client.TargetRule;
import svc.api.store.Scope;
import svc.json.JacksonJson;
import svc.mail.out.tls.WebServer;
import svc.testkit.Eventually;

/** When reports are sent: the days, restarts, failures and other processes. */
final class TlsReportsTest extends ReportFixture {

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
    void reportAboutAnEarlierDayThanYesterdayIsSentAtOnce() {
        publish("example.net", "mailto:a@example.net");
        results.count(success("example.net"));
        clock.advance(DAY.multipliedBy(2));
        reports.run();

        assertThat(postmaster.sent).hasSize(1);
    }

    @Test
    void oldResultsAreDeleted() {
        dns.failing("_smtp._tls.example.net");
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
        TlsReports started = new TlsReports(
                true, results, store.store(), dns, delivery, () -> "mx.elsewhere.example", directory, clock);
        running.add(started);
        clock.advance(Resolver.QUIET.minusSeconds(60));
        assertThat(planned()).isZero();

        clock.advance(Duration.ofSeconds(60));
        Eventually.until("planned", () -> planned() == 1);
    }

    private long planned() {
        return number("SELECT count(*) FROM tls_report");
    }
}
