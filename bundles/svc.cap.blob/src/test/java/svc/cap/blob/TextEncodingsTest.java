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

/** What a request brings as text becomes the octets that it says, or nothing. */
@Covers(value = "RFC9404 §4.1", part = "what a request brings")
final class TextsTest {

    private static byte[] octets(Source source) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        source.send(out);
        assertThat(source.size()).isEqualTo(out.size());
        return out.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 12_287, 12_288, 12_289, 40_000})
    void base64OfAnyLengthIsTheOctets(int size) throws IOException {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        String text = Base64.getEncoder().encodeToString(bytes);
        assertThat(Texts.base64(text)).isTrue();
        assertThat(octets(new Source.Base64Text(text))).isEqualTo(bytes);
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
    void whatIsNotTheOneBase64OfSomethingIsNone(String text) {
        assertThat(Texts.base64(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 16_382, 16_383, 16_384, 16_385, 50_000})
    void aTextIsItsUtf8(int size) throws IOException {
        String[] characters = {"a", "é", "漢", "😀", "\u0000", "\uFFFF", "\uD7FF", "\uE000"};
        StringBuilder text = new StringBuilder();
        new Random(size).ints(size, 0, characters.length).forEach(i -> text.append(characters[i]));
        String given = text.toString();
        byte[] expected = given.getBytes(StandardCharsets.UTF_8);
        assertThat(octets(new Source.Text(given, Texts.utf8(given).orElseThrow())))
                .isEqualTo(expected);
    }

    @Test
    void halfACharacterIsNoText() {
        for (String half : Arrays.asList("\uD83D", "\uDE00", "a\uD83Da", "\uDE00\uD83D", "\uD83D\uD83D\uDE00")) {
            assertThat(Texts.utf8(half)).isEmpty();
        }
        assertThat(Texts.utf8("\uD83D\uDE00")).hasValue(4);
    }
}
