package svc.mail.domains.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.mail.domains.report.ReceivedReport.SourceResult;
import svc.mail.domains.report.ReportReader.InvalidReportException;

/** Reports of other servers: of RFC 9990, of RFC 7489, and hostile ones. */
final class ReportReaderTest {

    static final String RECORD = "<record><row><source_ip>192.0.2.1</source_ip><count>2</count><policy_evaluated>"
            + "<disposition>none</disposition><dkim>pass</dkim><spf>fail</spf></policy_evaluated></row>"
            + "<identifiers><header_from>own.test</header_from></identifiers>"
            + "<auth_results><spf><domain>own.test</domain><result>fail</result></spf></auth_results></record>";

    /** A report about own.test without a namespace, as RFC 7489 has it. */
    static String report(long begin, String records) {
        return "<?xml version=\"1.0\"?>\n<feedback><report_metadata><org_name>Far</org_name><email>a@far.test</email>"
                + "<report_id>r1</report_id><date_range><begin>" + begin + "</begin><end>" + (begin + 86_399)
                + "</end></date_range></report_metadata><policy_published><domain>own.test</domain><p>none</p>"
                + "</policy_published>" + records + "</feedback>";
    }

    private static ReceivedReport read(String xml) throws Exception {
        return ReportReader.read(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void readsReportsOfBothSpecifications() throws Exception {
        String old = report(1_795_564_800, RECORD + RECORD.replace("<spf>fail</spf></p", "<spf>pass</spf></p"));
        String present = old.replace("<feedback>", "<feedback xmlns=\"" + ReportXml.NAMESPACE + "\" xmlns:e=\"urn:e\">")
                .replace("</auth_results>", "</auth_results><e:more><e:row>1</e:row></e:more>");
        Map<SourceResult, Long> sums =
                Map.of(new SourceResult("192.0.2.1", true, false), 2L, new SourceResult("192.0.2.1", true, true), 2L);
        assertThat(read(old).sums()).isEqualTo(sums);
        assertThat(read(present)).isEqualTo(read(old));
    }

    @ParameterizedTest
    @CsvSource({
        "<count>2</count>, <count>0</count>",
        "<count>2</count>, <count>-2</count>",
        "<count>2</count>, <count>1000000001</count>",
        "<count>2</count>, <count>99999999999999999999999</count>",
        "<count>2</count>, <count>many</count>",
        "<count>2</count>, <count>2</count><count>3</count>",
        "<count>2</count>, ''",
        "192.0.2.1, 192.0.2.999",
        "192.0.2.1, localhost",
        "192.0.2.1, ''",
        "<dkim>pass</dkim>, <dkim>PASS</dkim>",
        "<dkim>pass</dkim>, ''",
        "<report_id>r1</report_id>, ''",
        "<domain>own.test</domain><p>, <p>",
        "</feedback>, ''",
        "<begin>, <begin>-",
        "<begin>, <begin>99999999999",
        "<feedback>, <other>",
        "<?xml version=\"1.0\"?>, <!DOCTYPE feedback>",
        "<?xml version=\"1.0\"?>, <!DOCTYPE a [<!ENTITY a SYSTEM \"file:///etc/hostname\">]>",
        "r1, &a;",
        "<org_name>, <a><b><c><d><e><f><g><h><i><j><k><l><m><n><o>",
    })
    void rejectsInvalidReports(String part, String replacement) {
        String xml = report(1_795_564_800, RECORD).replace(part, replacement);
        assertThat(xml).isNotEqualTo(report(1_795_564_800, RECORD));
        assertThatThrownBy(() -> read(xml)).as(xml).isInstanceOf(InvalidReportException.class);
    }

    @Test
    void rejectsTooLongValuesAndTooManyRecords() throws Exception {
        String most = report(0, RECORD.repeat(ReportReader.MOST_RECORDS));
        assertThat(read(most).sums()).hasSize(1);
        assertThatThrownBy(() -> read(report(0, RECORD.repeat(ReportReader.MOST_RECORDS + 1))))
                .hasMessageContaining("more than");
        String id = report(0, RECORD).replace("r1", "r".repeat(1_000));
        assertThat(read(id).id()).hasSize(1_000);
        assertThatThrownBy(() -> read(id.replace("<report_id>", "<report_id>r")))
                .hasMessageContaining("too long");
        assertThatThrownBy(() -> read(report(0, ""))).hasMessageContaining("no records");
    }

    @Test
    void furtherSourcesAreCountedTogether() throws Exception {
        String records = IntStream.range(0, ReportReader.MOST_SUMS + 7)
                .mapToObj(i -> RECORD.replace("192.0.2.1", "10.0." + i / 250 + "." + i % 250))
                .collect(Collectors.joining());
        ReceivedReport read = read(report(0, records));
        assertThat(read.sums())
                .hasSize(ReportReader.MOST_SUMS + 1)
                .containsEntry(new SourceResult("", true, false), 14L);
    }

    @Test
    void billionLaughsAreRejectedAtOnce() {
        StringBuilder type = new StringBuilder("<!DOCTYPE feedback [<!ENTITY a0 \"ha\">");
        for (int i = 1; i < 30; i++) {
            type.append("<!ENTITY a")
                    .append(i)
                    .append(" \"")
                    .append(("&a" + (i - 1) + ";").repeat(10))
                    .append("\">");
        }
        String xml =
                report(0, RECORD).replace("<feedback>", type + "]><feedback>").replace("r1", "&a29;");
        assertThatThrownBy(() -> read(xml)).isInstanceOf(InvalidReportException.class);
    }
}
