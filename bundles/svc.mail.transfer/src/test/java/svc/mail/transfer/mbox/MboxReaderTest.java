package svc.mail.transfer.mbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.mail.transfer.format.LookaheadInput;
import svc.mail.transfer.format.Origin;
import svc.mail.transfer.format.RecordingSink;

final class MboxReaderTest {

    private static final String FROM = "From a@b.test Sat Jan  3 01:05:34 1996\n";

    @Test
    void separatorLineIsNotPartOfTheMessage() {
        RecordingSink taken = read(FROM + "Subject: one\n\nx\n\n" + FROM + "Subject: two\n\ny\n\n\n");

        assertThat(taken.texts()).containsExactly("Subject: one\n\nx\n", "Subject: two\n\ny\n\n");
        assertThat(taken.messages.get(1).origin()).isEqualTo(new Origin("f.mbox", "byte 56"));
        assertThat(taken.messages.get(0).marks().received()).isEqualTo("1996-01-03T01:05:34Z");
    }

    @Test
    @SuppressWarnings("StringConcatToTextBlock") // a text block would hide the line breaks
    void lineEndingsAreUnchanged() {
        RecordingSink taken = read(
                "From - Sat Jan  3 01:05:34 1996\r\nSubject: one\r\n\r\nx\r\n\r\nFrom - Sat Jan  3 01:05:34 1996\r\n"
                        + "Subject: two\n\r\nbare\rcr\0nul\n");

        assertThat(taken.texts()).containsExactly("Subject: one\r\n\r\nx\r\n", "Subject: two\n\r\nbare\rcr\0nul\n");
    }

    @ParameterizedTest
    @CsvSource({">From x,From x", ">>From x,>From x", ">>>>>From x,>>>>From x", "> From x,> From x", ">Fro,>Fro", ">,>"
    })
    void oneQuoteSignIsRemoved(String line, String meant) {
        assertThat(read(FROM + "A: b\n\n" + line + "\n" + line).texts())
                .containsExactly("A: b\n\n" + meant + "\n" + meant);
    }

    @Test
    void manyQuoteSignsAreReadInConstantMemory() {
        String stack = ">".repeat(3 * LookaheadInput.SIZE);

        assertThat(read(FROM + "A: b\n\n" + stack + "From x\n" + stack + "\n").texts())
                .containsExactly("A: b\n\n" + stack.substring(1) + "From x\n" + stack + "\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"From here on\n", "From now Sat\n", "From a@b.test Sat Jan  3 1996\n"})
    void fromLineWithoutDateStartsNoMessage(String line) {
        assertThat(read(FROM + "A: b\n\n\n" + line).texts()).containsExactly("A: b\n\n\n" + line);
    }

    @Test
    void fromLineInsideTextStartsNoMessage() {
        assertThat(read(FROM + "A: b\n\ntext\n" + FROM + "more\n").texts())
                .containsExactly("A: b\n\ntext\n" + FROM + "more\n");
    }

    @Test
    void contentLengthIsIgnored() {
        assertThat(read(FROM + "Content-Length: 100000\n\nx\n\n" + FROM + "A: b\n\ny\n")
                        .texts())
                .containsExactly("Content-Length: 100000\n\nx\n", "A: b\n\ny\n");
    }

    @Test
    void longLinesAreReadInConstantMemory() {
        String line = "x".repeat(5 * LookaheadInput.SIZE + 17);

        RecordingSink taken = read(FROM + "Subject: " + line + "\n\n" + line + "\n\n" + FROM + "A: b\n\n" + line);

        assertThat(taken.texts()).containsExactly("Subject: " + line + "\n\n" + line + "\n", "A: b\n\n" + line);
    }

    @Test
    void flagsAreReadFromTheHeaderOnly() {
        RecordingSink taken = read(
                FROM + "Status: RO\nX-STATUS: AFT\nX-Keywords: work, $Label1 no(good\n\nStatus: O\nX-Keywords: body\n\n"
                        + FROM + "Status: O\nX-Status:\n\nX-Status: F\n");

        assertThat(taken.messages.get(0).marks().words())
                .containsExactlyInAnyOrder("$seen", "$answered", "$flagged", "$draft", "work", "$label1");
        assertThat(taken.messages.get(1).marks().words()).isEmpty();
        assertThat(taken.texts().get(1)).startsWith("Status: O\nX-Status:\n");
    }

    @Test
    void rejectsFilesThatAreNotMbox() {
        assertThat(read("Subject: x\n\ny\n").refused)
                .singleElement()
                .asString()
                .contains("f.mbox byte 0", "does not begin with a From line");
        assertThat(read("\0\1\2").messages).isEmpty();
    }

    @Test
    void emptyFileHasNoMessages() {
        RecordingSink taken = read("");

        assertThat(taken.messages).isEmpty();
        assertThat(taken.refused).isEmpty();
        assertThat(read("\n\r\n").messages).isEmpty();
    }

    @Test
    void truncatedFileEndsTheLastMessage() {
        assertThat(read(FROM + "A: b").texts()).containsExactly("A: b");
        assertThat(read(FROM).texts()).containsExactly("");
        assertThat(read("From a@b.test").texts()).containsExactly("");
    }

    @Test
    void consecutiveFromLinesAreEmptyMessages() {
        assertThat(read(FROM + FROM + "\n" + FROM + "A: b\n").texts()).containsExactly("", "", "A: b\n");
    }

    @Test
    void unreadableMessageIsDropped() throws IOException {
        InputStream broken = new InputStream() {
            private final InputStream begin = new ByteArrayInputStream(
                    (FROM + "A: b\n\nx\n\n" + FROM + "A: c\n\n").getBytes(StandardCharsets.US_ASCII));

            @Override
            public int read() throws IOException {
                int b = begin.read();
                if (b < 0) {
                    throw new IOException("the disk is broken");
                }
                return b;
            }

            @Override
            public int read(byte[] bytes, int from, int length) throws IOException {
                bytes[from] = (byte) read();
                return 1;
            }
        };
        RecordingSink taken = new RecordingSink();

        new MboxReader(new LookaheadInput(broken), "f.mbox", List.of(), taken).read();

        assertThat(taken.texts()).isEmpty(); // bytes that were buffered when the read failed are not used
        assertThat(taken.refused).singleElement().asString().contains("the disk is broken");
    }

    @ParameterizedTest
    @CsvSource({
        "From a Sat Jan  3 01:05:34 2015,2015-01-03T01:05:34Z",
        "From a Sat Jan  3 01:05 2015,2015-01-03T01:05:00Z",
        "From a Sat Jan 03 01:05:34 +0100 2015,2015-01-03T00:05:34Z",
        "From a Sat Jan 03 01:05:34 2015 -0230,2015-01-03T03:35:34Z",
        "From a Sat Jan  3 01:05:34 EST 2015,2015-01-03T06:05:34Z",
        "From a b c Sat Jan  3 01:05:34 2015,2015-01-03T01:05:34Z",
        "From a Mon Feb 30 01:05:34 2015,"
    })
    void readsDatesOfFromLines(String line, String date) {
        FromLine from = FromLine.of(line);

        assertThat(from.dated()).isTrue();
        assertThat(from.date().orElse(null)).isEqualTo(date == null ? null : Instant.parse(date));
    }

    @Test
    void writtenDateIsReadBack() {
        for (String date : List.of("1970-01-01T00:00:00Z", "2024-02-29T23:59:59Z", "2031-12-09T10:00:01Z")) {
            assertThat(FromLine.of(FromLine.write(Instant.parse(date))).date()).contains(Instant.parse(date));
        }
    }

    static RecordingSink read(String file) {
        RecordingSink taken = new RecordingSink();
        try {
            byte[] bytes = file.getBytes(StandardCharsets.ISO_8859_1);
            new MboxReader(new LookaheadInput(new ByteArrayInputStream(bytes)), "f.mbox", List.of(), taken).read();
            return taken;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
