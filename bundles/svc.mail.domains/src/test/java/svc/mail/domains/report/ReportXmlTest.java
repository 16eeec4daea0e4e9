package svc.mail.domains.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import javax.xml.XMLConstants;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.Schema;
import javax.xml.validation.SchemaFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.delivery.SenderObserver.SenderResults.MethodResult;
import svc.api.delivery.SenderObserver.SenderResults.PublishedPolicy;
import svc.mail.domains.report.ReceivedReport.SourceResult;

/** The XML of a report, checked against the schema of RFC 9990, and read again. */
final class ReportXmlTest {

    private static final LocalDate DAY = LocalDate.of(2026, 11, 25);

    static String write(PendingReport report) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ReportXml.write(report, "own.test", "postmaster@own.test", out);
        return out.toString(StandardCharsets.UTF_8);
    }

    static void validate(String xml) {
        try {
            Schema schema = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI)
                    .newSchema(Objects.requireNonNull(ReportXmlTest.class.getResource("dmarc-2.0.xsd")));
            schema.newValidator()
                    .validate(new StreamSource(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8))));
        } catch (Exception e) {
            throw new AssertionError(xml, e);
        }
    }

    private static Tuple tuple(String source, String disposition, boolean passed, String reason) {
        return new Tuple(
                source,
                disposition,
                passed ? "pass" : "fail",
                "fail",
                reason,
                "far.test",
                "",
                "mx.far.test",
                "softfail",
                List.of(new MethodResult("far.test", "s1", "pass"), new MethodResult("x & <y>", "s2", "permerror")));
    }

    private static PendingReport report(Map<Tuple, Long> counts) {
        return new PendingReport(
                DAY,
                new PublishedPolicy("far.test", "reject", "quarantine", "none", true, false, true, List.of()),
                counts);
    }

    @ParameterizedTest
    @CsvSource({
        "none, false, local_policy",
        "none, false, mailing_list",
        "none, false, other",
        "none, false, policy_test_mode",
        "none, false, trusted_forwarder",
        "none, true, ''",
        "pass, true, ''",
        "quarantine, false, ''",
        "reject, false, ''",
    })
    void everyResultIsValidInTheSchema(String disposition, boolean passed, String reason) {
        String xml = write(report(Map.of(tuple("2001:db8::1", disposition, passed, reason), 3L)));
        validate(xml);
        assertThat(xml)
                .contains(
                        "<begin>1795564800</begin><end>1795651199</end>",
                        "<report_id>2026-11-25.far.test@own.test</report_id>",
                        "<p>reject</p><sp>quarantine</sp><np>none</np><adkim>s</adkim><aspf>r</aspf><testing>y</testing>",
                        "<domain>x &amp; &lt;y&gt;</domain>");
    }

    @Test
    void messageWithoutSignaturesAndSpfDomainIsValid() {
        validate(write(report(Map.of(
                new Tuple("192.0.2.1", "reject", "fail", "fail", "", "far.test", "", "", "none", List.of()), 1L))));
    }

    @Test
    void sumsAreReadAsTheyWereWritten() throws Exception {
        Map<Tuple, Long> counts = new HashMap<>();
        Map<SourceResult, Long> model = new HashMap<>();
        for (int i = 0; i < 300; i++) {
            String source = "192.0.2." + i % 100;
            boolean passed = i % 3 == 0;
            counts.put(tuple(source, passed ? "pass" : "none", passed, i < 150 ? "" : "local_policy"), (long) i + 1);
        }
        counts.forEach((tuple, messages) ->
                model.merge(new SourceResult(tuple.source(), tuple.dkim().equals("pass"), false), messages, Long::sum));
        String xml = write(report(counts));
        validate(xml);
        ReceivedReport read = ReportReader.read(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        assertThat(read.sums()).isEqualTo(model);
        assertThat(read.day()).isEqualTo(DAY);
        assertThat(read.domain()).isEqualTo("far.test");
        assertThat(read.id()).isEqualTo("2026-11-25.far.test@own.test");
    }
}
