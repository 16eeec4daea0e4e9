package svc.mail.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.mail.verification.VerificationFixture.PLAIN;
import static svc.mail.verification.VerificationFixture.field;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.api.delivery.CheckResult;
import svc.api.delivery.Envelope;
import svc.mailauth.Signer;

/** The field Authentication-Results for each result of each check. */
final class VerdictFieldTest {

    private static final Signer FAR = Signer.ed25519("far.test", "s1");
    private static final Signer LIST = Signer.ed25519("lists.test", "s2");

    @TempDir
    private Path folder;

    private VerificationFixture fixture;

    @BeforeEach
    void open() {
        fixture = new VerificationFixture(folder);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void fieldContainsAllResults() {
        fixture.zone
                .txt("far.test", "v=spf1 ip4:192.0.2.7 -all")
                .txt("mx.far.test", "v=spf1 a -all")
                .a("mx.far.test", "192.0.2.7")
                .txt(FAR.keyName(), FAR.record())
                .txt("_dmarc.far.test", "v=DMARC1; p=reject");
        CheckResult result = fixture.check(FAR.sign(PLAIN));
        assertThat(result.rejection()).isEmpty();
        assertThat(result.quarantine()).isFalse();
        assertThat(result.fields()).singleElement().asString().matches("""
                        Authentication-Results: mx.own.test;
                        \tspf=pass reason="a of mx.far.test" smtp.helo=mx.far.test;
                        \tspf=pass reason="ip4:192.0.2.7 of far.test" smtp.mailfrom=far.test;
                        \tdkim=pass header.d=far.test header.s=s1 header.a=ed25519-sha256
                        \theader.b="?[^ "]{8}"?;
                        \tdmarc=pass header.from=far.test policy.dmarc=reject;
                        \tarc=none""".replace("\n", "\r\n"));
        assertThat(fixture.counters())
                .containsOnlyKeys(
                        "mailauth_total check arc result none",
                        "mailauth_total check dkim result pass",
                        "mailauth_total check dmarc result pass",
                        "mailauth_total check message result accepted",
                        "mailauth_total check spf result pass",
                        "mailauth_total check spf-helo result pass")
                .containsValue(1L);
    }

    @ParameterizedTest
    @CsvSource({
        "v=spf1 ip4:192.0.2.7 -all, pass",
        "v=spf1 -all, fail",
        "v=spf1 ~all, softfail",
        "v=spf1 ?all, neutral",
        "v=spf1 nonsense, permerror",
        "other, none",
        "FAILING, temperror"
    })
    void resultOfSpf(String record, String word) {
        if (record.equals("FAILING")) {
            fixture.zone.failing("far.test");
        } else {
            fixture.zone.txt("far.test", record);
        }
        CheckResult result = fixture.check(PLAIN);
        assertThat(field(result)).containsPattern("; spf=" + word + "( reason=\"[^\"]*\")? smtp.mailfrom=far.test;");
        assertThat(result.rejection()).isEmpty();
        assertThat(fixture.counters()).containsEntry("mailauth_total check spf result " + word, 1L);
    }

    @Test
    void nullReversePathIsCheckedOnceWithTheNameOfTheClient() {
        fixture.zone.txt("mx.far.test", "v=spf1 ip4:192.0.2.7 -all");
        CheckResult result =
                fixture.check(fixture.verification("enforce"), Envelope.of("", List.of("ann@one.test")), PLAIN);
        assertThat(field(result)).contains("smtp.mailfrom=mx.far.test").doesNotContain("smtp.helo");
    }

    @ParameterizedTest
    @CsvSource({
        "valid, pass",
        "changed, fail",
        "testing, neutral",
        "partial, policy",
        "unknown, permerror",
        "failing, temperror"
    })
    void resultOfDkim(String state, String word) {
        String record = FAR.record() + (state.equals("testing") ? "; t=y" : "");
        if (state.equals("failing")) {
            fixture.zone.failing(FAR.keyName());
        } else if (!state.equals("unknown")) {
            fixture.zone.txt(FAR.keyName(), record);
        }
        String signed = state.equals("partial")
                ? FAR.sign(PLAIN, "relaxed/relaxed", "from:to:subject", "l=3; ")
                : FAR.sign(PLAIN);
        boolean changes = state.equals("changed") || state.equals("testing");
        CheckResult result = fixture.check(changes ? signed.replace("noon", "one") : signed);
        assertThat(field(result))
                .containsPattern("; dkim=" + word + "( reason=\"[^\"]*\")? header.d=far.test header.s=s1 ");
        assertThat(result.rejection()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"valid, pass", "changed, fail", "failing, fail"})
    void resultOfArc(String state, String word) {
        if (state.equals("failing")) { // RFC 8617 has no temporary error
            fixture.zone.failing(LIST.keyName());
        }
        fixture.zone.txt(LIST.keyName(), LIST.record());
        String sealed = LIST.seal(PLAIN, 1, "none", "dmarc=pass");
        CheckResult result = fixture.check(state.equals("changed") ? sealed.replace("noon", "one") : sealed);
        assertThat(field(result)).containsPattern("; arc=" + word + "( reason=\"[^\"]*\")?$");
        assertThat(result.rejection()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "v=DMARC1; p=none|-all, fail|none",
        "v=DMARC1; p=none|ip4:192.0.2.7, pass|none",
        "v=DMARC1; p=quarantine|-all, fail|quarantine",
        "v=DMARC1; p=reject|-all, fail|reject",
        "v=DMARC1; p=reject; t=y|-all, fail|quarantine",
        "v=DMARC1; p=wrong|-all, permerror|none",
        "FAILING|-all, temperror|none"
    })
    void resultOfDmarc(String records, String words) {
        String[] both = records.split("\\|", -1);
        if (both[0].equals("FAILING")) {
            fixture.zone.failing("_dmarc.far.test");
        }
        fixture.zone.txt("_dmarc.far.test", both[0]).txt("far.test", "v=spf1 " + both[1]);
        CheckResult result =
                fixture.check(fixture.verification("mark"), VerificationFixture.envelope("ann@one.test"), PLAIN);
        assertThat(field(result))
                .containsPattern("; dmarc="
                        + words.replace("|", "( reason=\"[^\"]*\")? header.from=far.test policy.dmarc=") + ";");
        assertThat(result.rejection()).isEmpty();
        assertThat(result.quarantine()).isFalse();
    }

    @Test
    void messageWithoutAnyRecordHasTheResultNone() {
        CheckResult result = fixture.check(PLAIN);
        assertThat(field(result))
                .isEqualTo("Authentication-Results: mx.own.test;"
                        + " spf=none reason=\"no SPF record\" smtp.helo=mx.far.test;"
                        + " spf=none reason=\"no SPF record\" smtp.mailfrom=far.test; dkim=none;"
                        + " dmarc=none header.from=far.test; arc=none");
        assertThat(result.rejection()).isEmpty();
        assertThat(result.quarantine()).isFalse();
    }
}
