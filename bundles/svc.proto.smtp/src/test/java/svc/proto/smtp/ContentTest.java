package svc.proto.smtp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Eventually;
import svc.testkit.bundles.BundleServer;

/** Tests the octets of messages: line ends, the end of DATA, chunks and sizes. */
class ContentTest {

    private static final ScriptedIntake INTAKE = new ScriptedIntake();
    private static final String HEADER = "Subject: x\r\n\r\n";

    /** A second message that a server with other line ends would see. */
    private static final String SMUGGLED =
            "MAIL FROM:<evil@far.test>\r\nRCPT TO:<ann@one.test>\r\nDATA\r\nSubject: evil\r\n\r\nevil\r\n.\r\n";

    @RegisterExtension
    private static final BundleServer SERVER = SmtpServer.with(INTAKE);

    @BeforeEach
    void clear() {
        INTAKE.clear();
    }

    private static SmtpClient client() throws IOException {
        return SmtpClient.greeted(SERVER, "smtp").envelope("bob@far.test", "ann@one.test");
    }

    private static void assertEnds(SmtpClient client) {
        Eventually.until("closed", () -> {
            SERVER.advance(Duration.ofSeconds(1));
            return client.ended();
        });
    }

    /** The text, where n is LF, r is CR and 0 is NUL, and the line that the server names. */
    @ParameterizedTest
    @CsvSource({
        "anb,3",
        "arb,3",
        "anrb,3",
        "arrnb,3",
        "an.nb,3",
        "arn.nb,4",
        "an.rnb,3",
        "arn.rb,4",
        "ar.rnb,3",
        "ar.rb,3",
        "an.rb,3",
        "a0b,3",
        "arnn.rnb,4",
        "arnr.rnb,4",
        "arn.0b,4",
        "arn.rrnb,4"
    })
    void refusesOtherLineEndsInDataAndInBdat(String text, int line) throws Exception {
        String body = text.replace("n", "\n").replace("r", "\r").replace('0', '\0');
        String message = HEADER + body + "\r\n" + SMUGGLED;
        try (SmtpClient client = client()) {
            client.expect("DATA", "354");
            client.send(message + "\r\n.\r\n");
            assertThat(client.line()).startsWith("550 5.6.11 Line " + line + " ");
            assertEnds(client);
        }
        try (SmtpClient client = client()) {
            client.send("BDAT " + message.length() + " LAST\r\n" + message);
            assertThat(client.line()).startsWith("550 5.6.11 Line " + line + " ");
            assertEnds(client);
        }
        assertThat(INTAKE.received).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Subject: x\n\nold script\n.\n", "Subject: x\r\rold script\r.\r\r\n"})
    void answersAClientThatEndsItsMessageDifferently(String message) throws Exception {
        try (SmtpClient client = client()) {
            client.expect("DATA", "354");
            client.send(message);
            assertThat(client.line()).startsWith("550 5.6.11 Line 1 ");
            assertEnds(client);
        }
    }

    @Test
    void refusesTextThatFollowsAMessageWithBareLineEndsAsCommands() throws Exception {
        try (SmtpClient client = client()) {
            client.expect("DATA", "354");
            client.send("a\n.\r\n" + SMUGGLED + SMUGGLED);
            assertThat(client.line()).startsWith("550 5.6.11");
            SERVER.advance(Duration.ofSeconds(2));
            assertThat(client.line()).isEqualTo("(end)");
        }
        assertThat(INTAKE.received).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"'',''", ".,.", "...,...", "a.b,a.b", ".a.,.a.", "' .',' .'", "-,-"})
    void removesTheDotsOfTransparency(String line, String expected) throws Exception {
        try (SmtpClient client = client()) {
            String stuffed = line.startsWith(".") ? "." + line : line;
            assertThat(client.data(stuffed)).startsWith("250");
        }
        assertThat(INTAKE.only().text()).isEqualTo(expected + "\r\n");
    }

    @Test
    void acceptsAnEmptyMessage() throws Exception {
        try (SmtpClient client = client()) {
            client.expect("DATA", "354");
            client.send(".\r\n");
            assertThat(client.line()).startsWith("250");
        }
        assertThat(INTAKE.only().text()).isEmpty();
    }

    @Test
    void acceptsAMessageByteByByte() throws Exception {
        try (SmtpClient client = client()) {
            client.expect("DATA", "354");
            for (char c : "a\r\n..b\r\n.\r\n".toCharArray()) {
                client.send(String.valueOf(c));
            }
            assertThat(client.line()).startsWith("250");
        }
        assertThat(INTAKE.only().text()).isEqualTo("a\r\n.b\r\n");
    }

    @Test
    void acceptsLinesOf1000OctetsAndRefusesLongerOnes() throws Exception {
        String longest = "x".repeat(998);
        try (SmtpClient client = client()) {
            assertThat(client.data(longest + "\r\n.." + "x".repeat(997))).startsWith("250");
        }
        assertThat(INTAKE.only().text()).isEqualTo(longest + "\r\n." + "x".repeat(997) + "\r\n");
        try (SmtpClient client = client()) {
            assertThat(client.data("a\r\n" + longest + "y")).startsWith("550 5.6.0 Line 2 ");
            assertEnds(client);
        }
        try (SmtpClient client = client()) {
            assertThat(client.data("a\r\n" + "x".repeat(20_000))).startsWith("550 5.6.0 Line 2 ");
            assertEnds(client);
        }
        try (SmtpClient client = client()) {
            client.send("BDAT 1004 LAST\r\na\r\n" + longest + "y\r\n");
            assertThat(client.line()).startsWith("550 5.6.0 Line 2 ");
            assertEnds(client);
        }
    }

    private static String message(int size) {
        String line = "x".repeat(98) + "\r\n";
        return line.repeat(size / 100) + "y".repeat(Math.max(0, size % 100 - 2)) + (size % 100 >= 2 ? "\r\n" : "");
    }

    @Test
    void acceptsAMessageOfTheMaximumSizeAndRefusesALargerOne() throws Exception {
        String largest = message(SmtpServer.MAX_SIZE);
        try (SmtpClient client = client()) {
            client.expect("DATA", "354");
            client.send(largest + ".\r\n");
            assertThat(client.line()).startsWith("250");
            client.envelope("", "ann@one.test");
            client.expect("DATA", "354");
            client.send("a" + largest + ".\r\n");
            assertThat(client.line()).startsWith("552 5.3.4 A message can have at most 65536 octets. (");
            assertThat(client.ask("NOOP")).startsWith("250");
        }
        assertThat(INTAKE.only().text()).hasSize(SmtpServer.MAX_SIZE);
    }

    @Test
    void acceptsChunks() throws Exception {
        try (SmtpClient client = client()) {
            client.send("BDAT 3\r\na\r\n");
            client.expect("250 2.0.0");
            client.send("BDAT 0\r\nBDAT 2\r\n.\rBDAT 2\r\n\nbbdat 0 last\r\n");
            client.expect("250");
            client.expect("250");
            client.expect("250");
            assertThat(client.line()).startsWith("250 2.0.0 Accepted for ann@one.test (");
            assertThat(client.ask("BDAT 0 LAST")).startsWith("503 5.5.1");
        }
        assertThat(INTAKE.only().text()).isEqualTo("a\r\n.\r\nb");
    }

    @Test
    void refusesAReturnAtTheEndOfTheLastChunk() throws Exception {
        try (SmtpClient client = client()) {
            client.send("BDAT 2 LAST\r\na\r");
            assertThat(client.line()).startsWith("550 5.6.11 Line 1");
        }
    }

    @Test
    void dropsTheChunksOfARefusedMessage() throws Exception {
        try (SmtpClient client = SmtpClient.greeted(SERVER, "smtp")) {
            client.send("BDAT 6\r\nQUIT\r\nBDAT 5 LAST\r\nabc\r\n");
            client.expect("503");
            client.expect("503");
            client.expect("MAIL FROM:<>", "250");
            client.send("BDAT 6 LAST\r\nQUIT\r\n");
            client.expect("554 5.5.1");
            client.envelope("", "ann@one.test");
            client.send("BDAT 65537\r\n" + message(65_537));
            client.expect("552 5.3.4");
            client.send("BDAT 6 LAST\r\nQUIT\r\n");
            client.expect("503");
        }
        assertThat(INTAKE.received).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"BDAT", "BDAT x", "BDAT -1", "BDAT 1 MORE", "BDAT 9999999999999999999"})
    void endsTheConnectionAfterAChunkOfUnknownLength(String command) throws Exception {
        try (SmtpClient client = client()) {
            assertThat(client.ask(command)).startsWith("501 5.5.4");
            assertThat(client.line()).isEqualTo("(end)");
        }
    }

    @Test
    void refusesDataAndRecipientsAfterTheFirstChunk() throws Exception {
        try (SmtpClient client = client()) {
            client.send("BDAT 3\r\na\r\n");
            client.expect("250");
            assertThat(client.ask("RCPT TO:<eve@one.test>")).startsWith("503");
            assertThat(client.ask("DATA")).startsWith("503");
            client.expect("RSET", "250");
            client.envelope("", "ann@one.test");
            assertThat(client.data("b")).startsWith("250");
        }
        assertThat(INTAKE.only().text()).isEqualTo("b\r\n");
    }
}
