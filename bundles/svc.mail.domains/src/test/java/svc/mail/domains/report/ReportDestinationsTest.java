package svc.mail.domains.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.mail.domains.report.ReportDestinations.Destinations;
import svc.mailauth.Zone;

/** The destinations of aggregate reports (RFC 9990 §4). */
final class ReportDestinationsTest {

    private final Zone zone = new Zone().txt("_dmarc.blue.test", "v=DMARC1; p=none");

    private Destinations find(String... uris) {
        return new ReportDestinations(zone).find("blue.test", List.of(uris));
    }

    @Test
    void addressOfTheOrganizationNeedsNoAgreement() {
        assertThat(find("mailto:r@blue.test", "MAILTO:r@Mail.BLUE.test", "mailto:r@blue.test")
                        .addresses())
                .containsExactlyInAnyOrder("r@blue.test", "r@mail.blue.test");
    }

    @ParameterizedTest
    @CsvSource({
        "v=DMARC1, true",
        "v=DMARC1;, true",
        "v=DMARC1; rua=mailto:other@red.test, false",
        "v=dmarc1, false",
        "p=none; v=DMARC1, false",
        "hello, false",
    })
    void externalAddressNeedsAnAgreement(String record, boolean isKept) {
        assertThat(find("mailto:r@red.test").addresses()).isEmpty();
        zone.txt("blue.test._report._dmarc.red.test", record);
        assertThat(find("mailto:r@red.test").addresses().contains("r@red.test")).isEqualTo(isKept);
    }

    @Test
    void agreementReplacesTheAddressOnTheSameHostOnly() {
        zone.txt("blue.test._report._dmarc.red.test", "v=DMARC1; rua=mailto:other@red.test");
        assertThat(find("mailto:r@red.test").addresses()).containsExactly("other@red.test");
        zone.only("blue.test._report._dmarc.red.test", "v=DMARC1; rua=mailto:other@victim.test");
        assertThat(find("mailto:r@red.test").addresses()).isEmpty();
        zone.only("blue.test._report._dmarc.red.test", "v=DMARC1; rua=mailto:a@red.test,mailto:b@victim.test");
        assertThat(find("mailto:r@red.test").addresses()).isEmpty();
    }

    @Test
    void failedLookupIsNoRefusal() {
        zone.failing("blue.test._report._dmarc.red.test");
        Destinations found = find("mailto:r@red.test", "mailto:r@blue.test");
        assertThat(found.addresses()).containsExactly("r@blue.test");
        assertThat(found.isComplete()).isFalse();
        assertThat(find("mailto:r@blue.test").isComplete()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://blue.test/",
                "mailto:blue.test",
                "mailto:@blue.test",
                "mailto:a@blue",
                "mailto:a%0d%0ab@blue.test",
                "mailto:%22a%20b%22@blue.test",
                "mailto:a@b@blue.test",
                "mailto:a,b@blue.test",
                "mailto:<a@blue.test>",
                "mailto:a@[192.0.2.1]",
                "mailto:"
            })
    void otherUrisAreIgnored(String uri) {
        assertThat(find(uri).addresses()).isEmpty();
    }

    @Test
    void atMostFiveUrisAreUsed() {
        assertThat(find(
                                "mailto:1@blue.test",
                                "mailto:2@blue.test",
                                "mailto:3@blue.test",
                                "mailto:4@blue.test",
                                "mailto:5@blue.test",
                                "mailto:6@blue.test")
                        .addresses())
                .hasSize(5)
                .doesNotContain("6@blue.test");
    }
}
