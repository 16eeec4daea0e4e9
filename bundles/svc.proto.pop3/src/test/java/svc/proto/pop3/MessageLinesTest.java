package svc.proto.pop3;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how messages are sent. In the texts, {@code /} is CR and {@code |} is LF. */
class MessageLinesTest {

    private static final int ALL = MessageLines.ALL;

    private static String sent(String message, int bodyLines, int step) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        MessageLines lines = new MessageLines(out, "+OK", bodyLines);
        byte[] octets = message.replace('/', '\r').replace('|', '\n').getBytes(US_ASCII);
        for (int from = 0; from < octets.length; from += step) {
            lines.write(octets, from, Math.min(step, octets.length - from));
        }
        assertThat(lines.hasBegun()).isEqualTo(octets.length > 0);
        lines.end();
        return out.toString(US_ASCII).replace('\r', '/').replace('\n', '|');
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '"', textBlock = """
            ""              ; +OK/|./|
            a               ; +OK/|a/|./|
            a/|             ; +OK/|a/|./|
            a/|/|b/|        ; +OK/|a/|/|b/|./|
            .               ; +OK/|../|./|
            ./|             ; +OK/|../|./|
            ./|./|../|.a/|  ; +OK/|../|../|.../|..a/|./|
            a.b/|c./|       ; +OK/|a.b/|c./|./|
            a|.|b           ; +OK/|a/|../|b/|./|
            a||b|           ; +OK/|a/|/|b/|./|
            a/b/|           ; +OK/|a/b/|./|
            a/.b//|         ; +OK/|a/.b//|./|
            a/              ; +OK/|a//|./|
            """)
    void stuffsDotsAndEndsLines(String message, String sent) throws IOException {
        for (int step = 1; step <= 5; step++) {
            assertThat(sent(message, ALL, step)).as("steps of %d octets", step).isEqualTo(sent);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', textBlock = """
            H/|I/|/|a/|.b/|c/|   ; 0 ; +OK/|H/|I/|/|./|
            H/|I/|/|a/|.b/|c/|   ; 1 ; +OK/|H/|I/|/|a/|./|
            H/|I/|/|a/|.b/|c/|   ; 2 ; +OK/|H/|I/|/|a/|..b/|./|
            H/|I/|/|a/|.b/|c/|   ; 3 ; +OK/|H/|I/|/|a/|..b/|c/|./|
            H/|I/|/|a/|.b/|c/|   ; 4 ; +OK/|H/|I/|/|a/|..b/|c/|./|
            H/|I/|/|a/|.b/|c     ; 3 ; +OK/|H/|I/|/|a/|..b/|c/|./|
            H|I||a|b|            ; 1 ; +OK/|H/|I/|/|a/|./|
            H/|I/|               ; 0 ; +OK/|H/|I/|./|
            H/|I                 ; 0 ; +OK/|H/|I/|./|
            /|a/|b/|             ; 1 ; +OK/|/|a/|./|
            H/|/|/|/|a/|         ; 2 ; +OK/|H/|/|/|/|./|
            """)
    void endsAfterLinesOfTheBody(String message, int bodyLines, String sent) throws IOException {
        for (int step = 1; step <= 5; step++) {
            assertThat(sent(message, bodyLines, step))
                    .as("steps of %d octets", step)
                    .isEqualTo(sent);
        }
    }
}
