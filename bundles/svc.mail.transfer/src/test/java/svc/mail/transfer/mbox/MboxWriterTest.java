package svc.mail.transfer.mbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.mail.transfer.format.RecordingSink;

final class MboxWriterTest {

    private static final Instant WHEN = Instant.parse("2024-05-06T07:08:09Z");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\n",
                "\n\n",
                "\r\n",
                "A: b",
                "A: b\n",
                "A: b\r\n\r\nx\r\n",
                "A: b\r\n\r\nx\r",
                "A: b\n\nx\n\n\n",
                "From me\n",
                ">From me",
                "A: b\n\nFrom a@b Sat Jan  3 01:05:34 1996\n\nFrom a@b Sat Jan  3 01:05:34 1996\n",
                "A: b\n\n\nFro",
                "A: b\n\n>>>",
                "Status: O\nX-Status: F\nX-Keywords: mine\n\nx\n",
                "X-Svc-Message: size=3\nStatus: O\nX-Status: \nX-Keywords: \nA: b\n\nx"
            })
    void bytesRoundTrip(String message) throws IOException {
        RecordingSink taken = MboxReaderTest.read(write(List.of(message, "A: z\n", message)));

        assertThat(taken.texts()).containsExactly(message, "A: z\n", message);
        assertThat(taken.messages).allSatisfy(one -> {
            assertThat(one.marks().words()).containsExactlyInAnyOrder("$seen", "$flagged", "work");
            assertThat(one.marks().received()).isEqualTo(WHEN);
        });
    }

    @Test
    void randomBytesRoundTripInAnyPortions() throws IOException {
        Random random = new Random(5);
        String[] pieces = {
            "From ", ">", "\n", "\r\n", "\n\n", "F", "x", "\0", "\u00ff", "From - Sat Jan  3 01:05:34 1996\n"
        };
        List<String> messages = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            StringBuilder message = new StringBuilder();
            for (int remaining = random.nextInt(40); remaining > 0; remaining--) {
                message.append(pieces[random.nextInt(pieces.length)]);
            }
            messages.add(message.toString());
        }

        assertThat(MboxReaderTest.read(write(messages)).texts()).isEqualTo(messages);
    }

    /** Writes each message in random pieces of 1 to 9 bytes. */
    private static String write(List<String> messages) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        MboxWriter writer = new MboxWriter(file);
        Random random = new Random(6);
        for (String message : messages) {
            byte[] bytes = message.getBytes(StandardCharsets.ISO_8859_1);
            writer.write(WHEN, Set.of("$seen", "$flagged", "work"), bytes.length, out -> {
                for (int at = 0; at < bytes.length; ) {
                    int length = Math.min(bytes.length - at, 1 + random.nextInt(9));
                    out.write(bytes, at, length);
                    at += length;
                }
            });
        }
        return file.toString(StandardCharsets.ISO_8859_1);
    }
}
