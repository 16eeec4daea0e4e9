package svc.mail.out.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import svc.api.delivery.Envelope;
import svc.mail.out.tls.TlsRequiredField;
import svc.mail.out.tls.WebServer;

/** What a report contains, as a message and as a request. */
final class ReportContentTest extends ReportFixture {

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
    void reportIsPostedByHttps() throws IOException {
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
        assertThat(json(web.requests.get(0).body().content().open().readAllBytes())
                        .at("/policies/0/summary/total-failure-session-count")
                        .asInt())
                .isEqualTo(1);
        assertThat(postmaster.sent).isEmpty();
    }
}
