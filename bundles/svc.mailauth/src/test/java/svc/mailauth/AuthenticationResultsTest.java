package svc.mailauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.mailauth.SpfResult.Identity;
import svc.mime.HeaderField;
import svc.mime.Headers;

final class AuthenticationResultsTest {

    private static final String ID = "mx.example.org";

    @Test
    void writesAllResults() {
        String field = new AuthenticationResults(ID)
                .spf(new SpfResult(Verdict.SOFTFAIL, Identity.MAIL_FROM, "example.com", "~all of example.com"))
                .dkim(List.of(
                        new DkimResult(Verdict.PASS, "example.com", "s1", "rsa-sha256", "AbC/+1==", false, ""),
                        new DkimResult(
                                Verdict.PERMERROR,
                                "example.net",
                                "s2",
                                "ed25519-sha256",
                                "x",
                                false,
                                "no key for the signature")))
                .dmarc(new DmarcResult(
                        Verdict.PASS, "example.com", DmarcPolicy.REJECT, "example.com", null, false, true, ""))
                .arc(new ArcResult(Verdict.NONE, List.of(), ""))
                .field();
        assertThat(field).isEqualTo(Messages.lines("""
                        Authentication-Results: mx.example.org;
                        \tspf=softfail reason="~all of example.com" smtp.mailfrom=example.com;
                        \tdkim=pass header.d=example.com header.s=s1 header.a=rsa-sha256
                        \theader.b="AbC/+1==";
                        \tdkim=permerror reason="no key for the signature" header.d=example.net
                        \theader.s=s2 header.a=ed25519-sha256 header.b=x;
                        \tdmarc=pass header.from=example.com policy.dmarc=reject;
                        \tarc=none
                        """));
        assertThat(field.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(78));
    }

    @Test
    void writesNoneWithoutResults() {
        assertThat(new AuthenticationResults(ID).field()).isEqualTo("Authentication-Results: mx.example.org; none\r\n");
    }

    @Test
    void writesNoneForAMessageWithoutSignaturesAndWithoutAPolicy() {
        assertThat(new AuthenticationResults(ID)
                        .dkim(List.of())
                        .spf(new SpfResult(Verdict.NONE, Identity.HELO, "", ""))
                        .dmarc(DmarcResult.without(Verdict.NONE, "example.com", ""))
                        .field())
                .isEqualTo("Authentication-Results: mx.example.org;\r\n\tdkim=none;\r\n\tspf=none;\r\n"
                        + "\tdmarc=none header.from=example.com\r\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\r\nBcc: eve@example.com", "a; dmarc=pass", "a\" dmarc=pass", "a\\\" ; dmarc=pass (", "a(b",
                        "a\u0000b",
                "\u00fc\u20ac", "a b", "\r\n", "a\\", "(", "\u2028\u0085"
            })
    void textOfStrangersCannotAddResultsOrFields(String hostile) {
        String field = new AuthenticationResults(ID)
                .spf(new SpfResult(Verdict.NONE, Identity.HELO, hostile, hostile))
                .dkim(List.of(new DkimResult(Verdict.FAIL, hostile, hostile, hostile, hostile, false, hostile)))
                .field();
        Headers headers = Headers.of(Signer.octets(field + "\r\n"));
        assertThat(headers.fields()).hasSize(1);
        assertThat(field).matches("(?s)[\\x20-\\x7e\r\n\t]*");
        ResultsField read = new ResultsField(headers.fields().get(0).unfolded());
        assertThat(read.authservId()).isEqualTo(ID);
        assertThat(read.verdict("spf")).isEqualTo(Verdict.NONE);
        assertThat(read.verdict("dkim")).isEqualTo(Verdict.FAIL);
        assertThat(read.verdict("dmarc")).isEqualTo(Verdict.NONE);
    }

    @Test
    void shortensLongText() {
        String field = new AuthenticationResults(ID)
                .spf(new SpfResult(Verdict.NONE, Identity.HELO, "x".repeat(100_000), "\"".repeat(100_000)))
                .field();
        assertThat(field.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(998));
        assertThat(field).hasSizeLessThan(2_000);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Authentication-Results: mx.example.org; spf=pass | true",
                "authentication-results : MX.Example.ORG.; spf=pass | true",
                "Authentication-Results: (a (nested) \\) comment) mx.example.org (c) 1; none | true",
                "Authentication-Results: \"mx.example.org\"; none | true",
                "Authentication-Results: \"mx\\.example.org\"; none | true",
                "Authentication-Results: mx.example.org | true",
                "Authentication-Results: mx.example.org/1; none | false",
                "Authentication-Results: mx.example.com; spf=pass | false",
                "Authentication-Results: mx.example.com; x=mx.example.org | false",
                "Authentication-Results: mx.example.com 1; none | false",
                "Authentication-Results: mx.example.com 2; none | true",
                "Authentication-Results: mx.example.com mx.example.org; none | true",
                "Authentication-Results: mx.example.com (mx.example.org; none | true",
                "Authentication-Results: \"mx.example.com; none | true",
                "Authentication-Results: ; none | true",
                "Authentication-Results: | true",
                "ARC-Authentication-Results: i=1; mx.example.org; none | false",
                "X-Authentication-Results: mx.example.org; none | false"
            })
    void recognizesFieldsThatClaimTheNameOfThisServer(String line, boolean expected) {
        HeaderField field =
                Headers.of(Signer.octets(line + "\r\n\r\n")).fields().get(0);
        assertThat(AuthenticationResults.claims(field, ID)).isEqualTo(expected);
    }

    @Test
    void recognizesFoldedFieldsAndNamesWithALabels() {
        HeaderField folded = Headers.of(
                        Signer.octets("Authentication-Results:\r\n\t(x)\r\n mx.example.org\r\n ; none\r\n\r\n"))
                .fields()
                .get(0);
        assertThat(AuthenticationResults.claims(folded, ID)).isTrue();
        HeaderField utf8 = HeaderField.of("Authentication-Results", " mx.müller.example; none");
        assertThat(AuthenticationResults.claims(utf8, "mx.xn--mller-kva.example"))
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x; dmarc=pass | PASS",
                "x; spf=fail; DMARC = Pass (p=reject) header.from=a | PASS",
                "x; dmarc/1=fail | FAIL",
                "x; spf=fail reason=\"; dmarc=pass\"; dmarc=fail | FAIL",
                "x (; dmarc=pass); dmarc=fail | FAIL",
                "x; dmarc=bestguess | NONE",
                "x; dmarc | NONE",
                "dmarc=pass | NONE",
                "x; dmarc=pass; y (open | NONE",
                "x; none | NONE"
            })
    void readsAResultOfAnotherServer(String payload, Verdict expected) {
        assertThat(new ResultsField(payload).verdict("dmarc")).isEqualTo(expected);
    }
}
