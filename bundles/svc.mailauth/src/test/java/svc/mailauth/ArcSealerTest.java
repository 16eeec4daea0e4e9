package svc.mailauth;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.mailauth.DkimSigner.SigningKey;
import svc.testkit.ManualClock;

/** ARC sets of messages that the server sends on. */
final class ArcSealerTest {

    private static final String HOST = "mx.own.test";
    private static final String MESSAGE =
            "From: Carl <carl@far.test>\r\nTo: ann@own.test\r\nSubject: Lunch\r\n\r\nAt noon?\r\n";

    private final ManualClock clock = new ManualClock();
    private static final Signer OWN = Signer.rsa("own.test", "own", 2_048);
    private static final Signer OTHER = Signer.rsa("list.test", "list", 2_048);
    private final Zone zone = new Zone().txt(OWN.keyName(), OWN.record()).txt(OTHER.keyName(), OTHER.record());
    private Optional<SigningKey> key = Optional.empty();

    @BeforeEach
    void readKey() throws Exception {
        key = Optional.of(Messages.key(OWN));
    }

    private Optional<String> set(String message) {
        return new ArcSealer(clock, HOST).seal(Messages.toSign(message), key.orElseThrow());
    }

    private ArcResult verify(String message) {
        return new ArcVerifier(zone, clock).verify(Messages.read(message));
    }

    private static String arrived(String results, String message) {
        return "Received: from far.test by mx.own.test\r\nAuthentication-Results: " + results + "\r\n" + message;
    }

    @Test
    void firstSetHasTheResultsOfTheArrival() {
        String message = arrived(HOST + "; dmarc=pass header.from=far.test; arc=none", MESSAGE);
        String set = set(message).orElseThrow();
        assertThat(set)
                .contains("ARC-Authentication-Results: i=1; mx.own.test; dmarc=pass")
                .contains("cv=none;");
        assertThat(verify(set + message))
                .isEqualTo(new ArcResult(Verdict.PASS, List.of(new ArcResult.Seal("own.test", Verdict.PASS)), ""));
        assertThat(verify(set + message.replace("noon", "one")).verdict()).isEqualTo(Verdict.FAIL);
        assertThat(verify(set.replace("dmarc=pass", "dmarc=fail") + message).verdict())
                .isEqualTo(Verdict.FAIL);
    }

    @Test
    void setCoversTheDkimSignatures() {
        String message = arrived(HOST + "; arc=none", OTHER.sign(MESSAGE));
        String set = set(message).orElseThrow();
        assertThat(verify(set + message).verdict()).isEqualTo(Verdict.PASS);
        assertThat(verify(set + message.replace("d=list.test;", "d=list2.test;"))
                        .verdict())
                .isEqualTo(Verdict.FAIL);
    }

    @Test
    void continuesAValidChain() {
        String message = arrived(HOST + "; arc=pass", OTHER.seal(MESSAGE, 1, "none", "dmarc=pass"));
        String set = set(message).orElseThrow();
        assertThat(set).contains("i=2;").contains("cv=pass;");
        assertThat(verify(set + message).seals())
                .extracting(ArcResult.Seal::domain)
                .containsExactly("list.test", "own.test");
    }

    @Test
    void marksAChainThatFailedOnArrival() {
        String message = arrived(
                HOST + "; arc=fail",
                OTHER.seal(MESSAGE, 1, "none", "dmarc=pass").replace("noon", "one"));
        String set = set(message).orElseThrow();
        assertThat(set).contains("i=2;").contains("cv=fail;");
        assertThat(verify(set + message).verdict()).isEqualTo(Verdict.FAIL);
        // A failed chain is not continued (RFC 8617 §5.1).
        assertThat(set(arrived(HOST + "; arc=fail", set + message))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"mx.far.test; arc=none", "mx.own.test.evil.test; arc=none", "; arc=none", "\"mx.own.test"})
    void doesNotSealWithResultsOfOthers(String results) {
        assertThat(set(arrived(results, MESSAGE))).isEmpty();
    }

    @Test
    void doesNotSealWithoutTheResultOfAnExistingChain() {
        assertThat(set(arrived(HOST + "; dmarc=pass", OTHER.seal(MESSAGE, 1, "none", "none"))))
                .isEmpty();
    }

    @Test
    void takesTheFirstResultsOfTheServer() {
        String message =
                arrived("MX.own.test; dmarc=fail", "Authentication-Results: mx.own.test; dmarc=pass\r\n" + MESSAGE);
        assertThat(set(message).orElseThrow()).contains("; dmarc=fail").doesNotContain("dmarc=pass");
    }

    @Test
    void writesOtherOctetsOfTheResultsAsQuestionMarks() {
        String message = arrived("mx.own.test; spf=fail reason=\"\u00c3\u00a4\"", MESSAGE);
        String set = set(message).orElseThrow();
        assertThat(set).contains("reason=\"?\"");
        assertThat(verify(set + message).verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void sealsAtMost50Times() {
        String message = MESSAGE;
        for (int i = 1; i <= 50; i++) {
            String filed = arrived(HOST + "; arc=" + (i == 1 ? "none" : "pass"), message);
            message = set(filed).orElseThrow() + filed;
        }
        assertThat(verify(message).verdict()).isEqualTo(Verdict.PASS);
        assertThat(set(arrived(HOST + "; arc=pass", message))).isEmpty();
    }
}
