package svc.mail.domains.proof;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of proof records. */
final class ProofCheckTest {

    @ParameterizedTest
    @ValueSource(strings = {"v=svc1; k=abc", "v=svc1;k=abc", " V=svc1 ; k = abc ; ", "v=svc1; x=1; k=abc"})
    void acceptsTheKeyOfTheDomain(String text) {
        assertThat(ProofCheck.isProof(text, "abc")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ";",
                "k=abc",
                "k=abc; v=svc1",
                "vx=1; v=svc1; k=abc",
                "v=svc2; k=abc",
                "v=svc1",
                "v=svc1; k=ABC",
                "v=svc1; k=abcd",
                "v=svc1; k=ab",
                "v=svc1; k=abc; k=abc",
                "v=svc1; v=svc1; k=abc",
                "v=svc1; k=abc; text",
                "v=spf1 v=svc1; k=abc"
            })
    void rejectsOtherTexts(String text) {
        assertThat(ProofCheck.isProof(text, "abc")).isFalse();
    }
}
