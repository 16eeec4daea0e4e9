package svc.backup.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class BackupKeyTest {

    private static final BackupKey COUNTING = BackupKey.of(counting());

    private static byte[] counting() {
        byte[] bytes = new byte[32];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    @Test
    void wordsAreThoseOfTheDocumentation() {
        assertThat(String.join(" ", BackupKey.of(new byte[32]).words()))
                .isEqualTo("baba baba baba baba baba baba baba baba baba baba baba baba baba baba baba baba baba baba"
                        + " baba baba baba bino kodu pori");
        assertThat(COUNTING.words()).hasSize(24).startsWith("baba", "dabo", "basa", "hadi");
    }

    @Test
    void wordsCanBeReadAgain() {
        SecureRandom random = new SecureRandom();
        for (int i = 0; i < 200; i++) {
            BackupKey key = BackupKey.fresh(random);
            assertThat(key.words()).allMatch(word -> word.matches("([bdfghjklmnprstvz][aiou]){2}"));
            assertThat(BackupKey.ofWords(String.join(" ", key.words())).toBytes())
                    .isEqualTo(key.toBytes());
        }
    }

    @Test
    void caseWhiteSpaceAndNumbersDoNotMatter() {
        List<String> words = COUNTING.words();
        StringBuilder numbered = new StringBuilder("\n");
        IntStream.range(0, words.size())
                .forEach(at -> numbered.append(at % 2 == 0 ? "  " : "\t")
                        .append(at + 1)
                        .append(at % 3 == 0 ? "." : ". ")
                        .append(words.get(at))
                        .append("\r\n"));
        assertThat(BackupKey.ofWords(numbered.toString().toUpperCase(Locale.ROOT))
                        .toBytes())
                .isEqualTo(COUNTING.toBytes());
    }

    @ParameterizedTest
    @CsvSource({"1,bab", "3,babab", "7,bebe", "12,abab", "24,baba-", "24,ba1a"})
    void namesThePositionOfAWordThatIsNoWord(int position, String wrong) {
        List<String> words = new ArrayList<>(COUNTING.words());
        words.set(position - 1, wrong);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BackupKey.ofWords(String.join(" ", words)))
                .withMessageStartingWith("Word " + position + " is not a word")
                .withMessageNotContaining(words.get(position == 1 ? 1 : 0) + " " + words.get(2));
    }

    @Test
    void anyMistypedLetterIsFound() {
        List<String> words = COUNTING.words();
        for (int at = 0; at < words.size(); at++) {
            List<String> mistyped = new ArrayList<>(words);
            char first = words.get(at).charAt(0);
            mistyped.set(at, (first == 'b' ? "d" : "b") + words.get(at).substring(1));
            assertThatThrownBy(() -> BackupKey.ofWords(String.join(" ", mistyped)))
                    .hasMessageContaining("mistyped or in the wrong order");
        }
    }

    @Test
    void swappedAndMissingWordsAreFound() {
        List<String> swapped = new ArrayList<>(COUNTING.words());
        Collections.swap(swapped, 4, 9);
        assertThatThrownBy(() -> BackupKey.ofWords(String.join(" ", swapped)))
                .hasMessageContaining("mistyped or in the wrong order");
        assertThatThrownBy(() -> BackupKey.ofWords(String.join(" ", swapped.subList(0, 23))))
                .hasMessage("A backup key has 24 words, not 23.");
        assertThatThrownBy(() -> BackupKey.ofWords(String.join(" ", swapped) + " baba"))
                .hasMessage("A backup key has 24 words, not 25.");
        assertThatThrownBy(() -> BackupKey.ofWords("")).hasMessage("A backup key has 24 words, not 0.");
    }

    @Test
    void fileContentHas32Bytes() {
        assertThatIllegalArgumentException().isThrownBy(() -> BackupKey.of(new byte[31]));
        assertThat(BackupKey.of(COUNTING.toBytes()).fingerprint()).isEqualTo(COUNTING.fingerprint());
    }

    /** The values were computed with the HKDF of python3-cryptography. */
    @Test
    void derivesKeysByHkdf() {
        assertThat(HexFormat.of()
                        .formatHex(COUNTING.derive("chunk name", "HmacSHA256").getEncoded()))
                .isEqualTo("95aa33cd409a2241388b02fad915b49664e6921b77fd7409e7e183c2ed4b7f99");
        assertThat(COUNTING.fingerprint()).isEqualTo("9431d5b7b7b388ae");
        assertThat(COUNTING.derive("object", "AES").getEncoded())
                .isNotEqualTo(COUNTING.derive("repository", "AES").getEncoded());
        assertThat(COUNTING).hasToString(COUNTING.fingerprint());
        assertThat(Arrays.equals(COUNTING.toBytes(), counting())).isTrue();
    }
}
