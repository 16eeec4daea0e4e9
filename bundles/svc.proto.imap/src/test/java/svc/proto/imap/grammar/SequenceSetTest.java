package svc.proto.imap.grammar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests sequence sets and the number sets that they mean. */
final class SequenceSetTest {

    static Input input(String text) {
        byte[] octets = text.getBytes(StandardCharsets.ISO_8859_1);
        return new Input(octets, octets.length);
    }

    private static SequenceSet set(String text) throws SyntaxException {
        return SequenceSet.read(input(text));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            5               | 10 | 5
            3:1             | 10 | 1:3
            *               | 10 | 10
            *:1             | 10 | 1:10
            8:*             | 10 | 8:10
            12:*            | 10 | 10:12
            *:12            | 10 | 10:12
            *               | 0  | ''
            1:*             | 0  | 1
            4294967295:1    | 10 | 1:4294967295
            1,2,3           | 10 | 1:3
            5,1:3,4,2       | 10 | 1:5
            9,7,7,1:2       | 10 | 1:2,7,9
            *,*:*,10        | 10 | 10
            """)
    void meansSortedRanges(String text, long largest, String expected) throws Exception {
        assertThat(set(text).resolve(largest)).hasToString(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "1:0", "a", "1:", ":1", "1,", "1,,2", "-1", "4294967296", "1:4294967296", "**x"})
    void rejectsWhatIsNoSet(String text) {
        assertThatExceptionOfType(SyntaxException.class).isThrownBy(() -> {
            Input in = input(text);
            SequenceSet.read(in);
            in.end();
        });
    }

    @Test
    void keepsTheSetOfTheClient() throws Exception {
        assertThat(set("3:1,*,5:*")).hasToString("3:1,*,5:*").isEqualTo(set("3:1,*,5:*"));
        assertThat(set("3:1,*").hasLargest()).isTrue();
        assertThat(set("3:1,7").largestNamed()).isEqualTo(7);
        assertThat(set("*").largestNamed()).isZero();
        assertThat(set("$")).isSameAs(SequenceSet.SAVED);
        assertThat(set("$").isSaved()).isTrue();
    }

    @Test
    void findsNumbersInSets() {
        NumberSet set = NumberSet.of(1, 2, 3, 7, 9, 10);
        assertThat(set).hasToString("1:3,7,9:10");
        assertThat(set.count()).isEqualTo(6);
        assertThat(set.ranges()).isEqualTo(3);
        assertThat(set.contains(0)).isFalse();
        assertThat(set.contains(3)).isTrue();
        assertThat(set.contains(4)).isFalse();
        assertThat(set.contains(10)).isTrue();
        assertThat(set.contains(11)).isFalse();
        List<Long> all = new ArrayList<>();
        set.forEach(all::add);
        assertThat(all).containsExactly(1L, 2L, 3L, 7L, 9L, 10L);
        assertThat(NumberSet.EMPTY.isEmpty()).isTrue();
        assertThat(NumberSet.EMPTY.contains(1)).isFalse();
        assertThatIllegalArgumentException().isThrownBy(() -> NumberSet.of(2, 1));
    }

    @Test
    void writesDates() throws Exception {
        for (String text : List.of(" 1-Feb-2026 08:30:00 +0100", "17-Jul-1996 02:44:25 -0730")) {
            assertThat(Dates.text(Dates.dateTime(input('"' + text + '"')))).isEqualTo(text);
        }
        assertThat(Dates.text(Dates.dateTime(input("\"1-feb-2026 08:30:60 +0000\""))))
                .isEqualTo(" 1-Feb-2026 08:30:59 +0000");
        for (String text : List.of(
                "1-Feb-2026",
                "31-Feb-2026 08:30:00 +0000",
                "1-Feb-2026 24:30:00 +0000",
                "1-Feb-2026 08:30:00 +9900",
                "1-Feb-2026 08:30:00",
                "")) {
            assertThatExceptionOfType(SyntaxException.class).isThrownBy(() -> Dates.dateTime(input('"' + text + '"')));
        }
    }

    @Test
    void findsLiteralHeaders() {
        LiteralHeader header = LiteralHeader.atEndOf("a ~{12+}\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(header).isEqualTo(new LiteralHeader(12, false, true, 10));
        for (String line :
                List.of("{}\r\n", "{1}", "{1} \r\n", "{1}\r\r\n", "}\r\n", "1}\r\n", "{+1}\r\n", "\r\n", "")) {
            assertThat(LiteralHeader.atEndOf(line.getBytes(StandardCharsets.US_ASCII)))
                    .as(line)
                    .isNull();
        }
    }
}
