package svc.mail.out.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.http.client.HttpTarget;

/** TXT records that ask for reports, and TXT records with versions in general. */
final class ReportAddressesTest {

    private static List<String> mail(String... texts) {
        return ReportAddresses.parse(List.of(texts)).map(ReportAddresses::mail).orElse(List.of());
    }

    @Test
    void readsMailAddresses() {
        assertThat(mail("v=TLSRPTv1;rua=mailto:reports@example.com")).containsExactly("reports@example.com");
        assertThat(mail("v=TLSRPTv1; rua=mailto:a@example.com , MAILTO:b%2Bx@example.com?subject=x;"))
                .containsExactly("a@example.com", "b+x@example.com");
        assertThat(mail("v=TLSRPTv1; rua=mailto:a+b@example.com,mailto:a+b@example.com"))
                .containsExactly("a+b@example.com");
    }

    @Test
    void readsUrls() {
        Optional<ReportAddresses> both = ReportAddresses.parse(
                List.of("v=TLSRPTv1; rua=https://r.example.com/v1?a=b,mailto:a@example.com; x=y"));

        assertThat(both.orElseThrow().https().stream().map(HttpTarget::toUri).map(Object::toString))
                .containsExactly("https://r.example.com/v1?a=b");
        assertThat(both.orElseThrow().mail()).containsExactly("a@example.com");
    }

    @Test
    void ignoresOtherRecordsAndRepeatedFields() {
        assertThat(mail("v=spf1 -all", "v=TLSRPTv1; rua=mailto:a@example.com; rua=mailto:b@example.com"))
                .containsExactly("a@example.com");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "v=TLSRPTv1",
                "v=TLSRPTv1;",
                "v=TLSRPTv2; rua=mailto:a@example.com",
                "V=TLSRPTv1; rua=mailto:a@example.com",
                " v=TLSRPTv1; rua=mailto:a@example.com",
                "rua=mailto:a@example.com; v=TLSRPTv1;",
                "v=TLSRPTv1; rua",
                "v=TLSRPTv1; rua=",
                "v=TLSRPTv1; ; rua=mailto:a@example.com",
                "v=TLSRPTv1; rua=mailto:a@example.com; bad",
                "v=TLSRPTv1; rua=http://example.com/",
                "v=TLSRPTv1; rua=ftp://example.com/",
                "v=TLSRPTv1; rua=https://user:pass@example.com/",
                "v=TLSRPTv1; rua=mailto:",
                "v=TLSRPTv1; rua=mailto:a",
                "v=TLSRPTv1; rua=mailto:a@localhost",
                "v=TLSRPTv1; rua=mailto:a@example.com@example.net",
                "v=TLSRPTv1; rua=mailto:a%0d%0aBcc:b@example.com",
                "v=TLSRPTv1; rua=mailto:%3Ca@example.com%3E",
                "v=TLSRPTv1; rua=mailto:a%zz@example.com",
                "v=TLSRPTv1; rua=mailto:a%40@example.com",
                "v=TLSRPTv1; rua=mailto:\u00e9@example.com"
            })
    void rejectsOtherRecords(String text) {
        assertThat(ReportAddresses.parse(List.of(text))).isEmpty();
    }

    @Test
    void rejectsTwoRecords() {
        assertThat(mail("v=TLSRPTv1; rua=mailto:a@example.com", "v=TLSRPTv1; rua=mailto:b@example.com"))
                .isEmpty();
    }

    @Test
    void readsFiveAddressesAtMost() {
        List<String> six = IntStream.range(0, 6)
                .mapToObj(i -> "mailto:r" + i + "@example.com")
                .toList();

        assertThat(mail("v=TLSRPTv1; rua=" + String.join(",", six))).hasSize(5);
    }

    @Test
    void longRecordsAreReadInLinearTime() {
        assertThat(mail("v=TLSRPTv1; rua=" + "a, ".repeat(20_000))).isEmpty();
        assertThat(mail("v=TLSRPTv1; " + "a=b;".repeat(20_000))).isEmpty();
        assertThat(mail("v=TLSRPTv1; rua=mailto:" + "a".repeat(60_000) + "@" + "b-".repeat(1_000)))
                .isEmpty();
        assertThat(mail("v=TLSRPTv1; rua=a" + " ".repeat(60_000) + "\u0001")).isEmpty();
    }
}
