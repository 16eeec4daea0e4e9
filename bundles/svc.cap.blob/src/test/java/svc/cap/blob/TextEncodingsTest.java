package svc.cap.blob;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Covers;

/** Tests that text in a request is converted to exactly the octets that it denotes, or rejected. */
@Covers(value = "RFC9404 §4.1", part = "what a request brings")
final class TextEncodingsTest {

    private static byte[] octets(OctetSource source) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        source.send(out);
        assertThat(source.size()).isEqualTo(out.size());
        return out.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 12_287, 12_288, 12_289, 40_000})
    void base64OfAnyLengthIsDecoded(int size) throws IOException {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        String text = Base64.getEncoder().encodeToString(bytes);
        assertThat(TextEncodings.base64(text)).isTrue();
        assertThat(octets(new OctetSource.Base64Text(text))).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "A",
                "AA",
                "AAA",
                "=",
                "==",
                "====",
                "A===",
                "AA=A",
                "=AAA",
                "AA==AA==",
                "YWJj\n",
                "YW Jj",
                "YWI-",
                "YWI_",
                "YR==",
                "YWJ=",
                "YWJjZA",
                "YWÄj",
                "YWJj===="
            })
    void rejectsNonCanonicalBase64(String text) {
        assertThat(TextEncodings.base64(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16_382, 16_383, 16_384, 16_385, 50_000})
    void textIsEncodedAsUtf8(int size) throws IOException {
        String[] characters = {"a", "é", "漢", "😀", "\u0000", "\uFFFF", "\uD7FF", "\uE000"};
        StringBuilder text = new StringBuilder();
        new Random(size).ints(size, 0, characters.length).forEach(i -> text.append(characters[i]));
        String given = text.toString();
        byte[] expected = given.getBytes(StandardCharsets.UTF_8);
        assertThat(octets(new OctetSource.Text(given, TextEncodings.utf8(given).orElseThrow())))
                .isEqualTo(expected);
    }

    @Test
    void rejectsUnpairedSurrogates() {
        for (String half : Arrays.asList("\uD83D", "\uDE00", "a\uD83Da", "\uDE00\uD83D", "\uD83D\uD83D\uDE00")) {
            assertThat(TextEncodings.utf8(half)).isEmpty();
        }
        assertThat(TextEncodings.utf8("\uD83D\uDE00")).hasValue(4);
    }
}
