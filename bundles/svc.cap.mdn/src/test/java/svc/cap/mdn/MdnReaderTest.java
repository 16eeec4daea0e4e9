package svc.cap.mdn;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import svc.mime.Octets;
import svc.testkit.Covers;

/** Tests that MDNs in various forms are parsed, and that no message causes an error. */
class MdnReaderTest {

    private static final String HEADER =
            "Content-Type: multipart/report; report-type=disposition-notification; boundary=b";
    private static final String REPORT = "Content-Type: message/disposition-notification";
    private static final String SHOWN = "Disposition: manual-action/MDN-sent-manually; displayed";

    private final MdnReader reading = new MdnReader();

    private Optional<ReceivedMdn> read(String... lines) throws IOException {
        byte[] bytes = (String.join("\r\n", lines) + "\r\n").getBytes(StandardCharsets.UTF_8);
        return reading.read(Octets.of(bytes), bytes.length);
    }

    @Test
    @Covers(value = "RFC9007 §2.2", part = "what is read")
    void readsTheFieldsOfAReport() throws IOException {
        ReceivedMdn mdn = read(
                        "Subject: Seen",
                        HEADER,
                        "",
                        "--b",
                        "Content-Type: text/plain",
                        "",
                        "I saw it.",
                        "--b",
                        REPORT,
                        "",
                        "",
                        "Original-Recipient: rfc822;<list@a.test>",
                        "Final-Recipient: RFC822; bob@a.test",
                        "Original-Message-ID: <1@a.test>",
                        SHOWN,
                        "final-recipient: rfc822; eve@a.test",
                        "X-More: a",
                        "--b--")
                .orElseThrow();
        assertThat(mdn.subject()).isEqualTo("Seen");
        assertThat(mdn.text()).startsWith("I saw it.");
        assertThat(mdn.messageId()).contains("1@a.test");
        assertThat(mdn.recipients()).containsExactly("list@a.test", "bob@a.test");
        assertThat(mdn.members(null))
                .containsEntry("finalRecipient", "RFC822; bob@a.test")
                .containsEntry("forEmailId", null)
                .containsEntry("error", null)
                .containsEntry("extensionFields", java.util.Map.of("X-More", "a"));
    }

    @Test
    @Covers(value = "RFC9007 §2.2", part = "what is read")
    void messageWithoutReportPartIsNoMdn() throws IOException {
        assertThat(read("Subject: x", "", "y")).isEmpty();
        assertThat(read(HEADER, "", "--b", "Content-Type: text/plain", "", SHOWN, "--b--"))
                .isEmpty();
        assertThat(read(HEADER, "", "--b", REPORT, "", "Final-Recipient: rfc822; a@b", "--b--"))
                .isEmpty();
        assertThat(read("Content-Type: multipart/mixed; boundary=b", "", "--b", REPORT, "", SHOWN, "--b--"))
                .isEmpty();
        assertThat(read(HEADER, "", "--b", REPORT, "", SHOWN, "--b--")
                        .orElseThrow()
                        .text())
                .isNull();
    }

    @Test
    void longReportIsTruncated() throws IOException {
        ReceivedMdn mdn = read(
                        HEADER,
                        "",
                        "--b",
                        "Content-Type: text/plain",
                        "",
                        "x".repeat(1_000_000),
                        "--b",
                        REPORT,
                        "",
                        SHOWN,
                        "X-A: " + "y".repeat(1_000_000),
                        "--b--")
                .orElseThrow();
        assertThat(mdn.text()).hasSize(65_536);
        assertThat(mdn.fields().extensions().get("X-A")).hasSizeLessThanOrEqualTo(65_536);
    }

    @Test
    void emptyMessageIsRejected() throws IOException {
        Random random = new Random(9_007);
        byte[] good = String.join("\r\n", HEADER, "", "--b", REPORT, "", SHOWN, "Error: x", "--b--", "")
                .getBytes(StandardCharsets.UTF_8);
        int read = 0;
        for (int i = 0; i < 2_000; i++) {
            byte[] bad = good.clone();
            for (int j = 0; j < 1 + i % 4; j++) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
            }
            read += reading.read(Octets.of(bad), bad.length).isPresent() ? 1 : 0;
        }
        assertThat(read).isBetween(100, 1_999);
    }
}
