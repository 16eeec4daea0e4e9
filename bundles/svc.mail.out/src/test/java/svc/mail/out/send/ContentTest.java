package svc.mail.out.send;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The octets of a content, and what they need of a server. */
final class ContentTest {

    private static String plain(String text) {
        return text.replace("R", "\r").replace("N", "\n");
    }

    @ParameterizedTest
    @CsvSource({
        "'', ''",
        "a, aRN",
        "aR, aRN",
        "aN, aRN",
        "aRN, aRN",
        "aRb, aRNbRN",
        "aNRb, aRNRNbRN",
        "aRRNb, aRNRNbRN",
        "aRNNb, aRNRNbRN",
        "., ..RN",
        ".RN, ..RN",
        "aN.N, aRN..RN",
        "aR.Rb, aRN..RNbRN",
        "aRN.RNb, aRN..RNbRN",
        "aRN..RN, aRN...RN",
        "a.RN, a.RN",
        "R.R, RN..RN",
    })
    void endOfTheContentCannotBeForged(String content, String sent) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CrlfOutput lines = new CrlfOutput(new DotOutput(out));
        lines.write(plain(content).getBytes(ISO_8859_1));
        lines.finish();
        assertThat(out.toString(ISO_8859_1)).isEqualTo(plain(sent));
    }

    @ParameterizedTest
    @CsvSource({
        "'A: bNNc', 11, false, false",
        "'A: \u00fcNNc', 11, true, true",
        "'A: bNN\u00fc', 11, false, true",
        "'N\u00fc', 5, false, true",
        "'A: bRNRN\u00fc', 11, false, true",
        "'A: b\u007f', 7, false, false",
        "'', 0, false, false",
    })
    void factsAreThoseOfTheSentOctets(String content, long size, boolean header, boolean is8Bit) throws IOException {
        byte[] octets = plain(content).getBytes(ISO_8859_1);
        assertThat(ContentFacts.of(ContentFacts.canonical(out -> out.write(octets))))
                .isEqualTo(new ContentFacts(size, header, is8Bit));
    }
}
