package svc.cap.mail.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import svc.cap.mail.compose.Composer;
import svc.testkit.engine.JmapTestServer;

/** Summary rows of this and of other versions. */
final class EmailSummaryTest {

    private final byte[] row = row();

    private static byte[] row() {
        try {
            byte[] message = "Subject: a\r\nFrom: b@c.example\r\n\r\ntext".getBytes(StandardCharsets.US_ASCII);
            return EmailSummary.encode(new JmapTestServer().json(), Composer.read(message));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String json(byte[] row, String property) {
        return new String(new EmailSummary(row).json(property), StandardCharsets.UTF_8);
    }

    @Test
    void rowStoresItsPropertyCount() {
        assertThat(row).startsWith(0, EmailSummary.PROPERTIES.size());
        assertThat(json(row, "subject")).isEqualTo("\"a\"");
        assertThat(json(row, "preview")).isEqualTo("\"text\"");
    }

    @Test
    void readsRowsOfTheFirstRelease() {
        byte[] old = Arrays.copyOfRange(row, 2, row.length);
        EmailSummary.PROPERTIES.forEach(
                property -> assertThat(json(old, property)).as(property).isEqualTo(json(row, property)));
    }

    @Test
    void missingPropertyIsNull() {
        byte[] fewer = {0, 1, 4, 'n', 'u', 'l', 'l'};
        assertThat(json(fewer, "messageId")).isEqualTo("null");
        assertThat(json(fewer, "preview")).isEqualTo("null");
    }
}
