package svc.proto.imap.fetch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static svc.proto.imap.fetch.TestMailbox.octets;

import com.sun.management.ThreadMXBean;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.blob.BlobId;
import svc.cap.mail.api.UidStore.FlagMode;
import svc.cap.mail.api.UidStore.StoredStructure;
import svc.testkit.Covers;
import svc.testkit.bundles.BundleServer;

/** Tests FETCH of sections, structures and decoded parts. */
@Covers(value = "IMAP-01", part = "FETCH of sections")
class SectionsTest {

    @RegisterExtension
    private static final BundleServer SERVER = BundleServer.withMailStorage();

    private static final String NESTED = String.join(
            "\r\n",
            "From: a@far.test",
            "Subject: outer",
            "MIME-Version: 1.0",
            "Content-Type: multipart/mixed; boundary=b",
            "",
            "preamble",
            "--b",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable",
            "",
            "Gr=C3=BC=C3=9Fe =",
            "Ann",
            "--b",
            "Content-Type: message/rfc822",
            "",
            "Subject: inner",
            "Content-Type: multipart/alternative; boundary=c",
            "",
            "--c",
            "",
            "plain",
            "--c",
            "Content-Type: text/html",
            "",
            "<p>html</p>",
            "--c--",
            "--b",
            "Content-Type: application/octet-stream; name=x",
            "Content-Transfer-Encoding: base64",
            "",
            "AAECAwQFBgcICQ==",
            "--b",
            "Content-Type: application/octet-stream",
            "Content-Transfer-Encoding: x-unknown",
            "",
            "???",
            "--b--",
            "epilogue",
            "");

    private static final Map<String, byte[]> MESSAGES = messages();

    private static Map<String, byte[]> messages() {
        Map<String, byte[]> messages = new LinkedHashMap<>();
        messages.put("nested", octets(NESTED));
        messages.put("without a final line end", octets("Subject: x\r\n\r\nno end"));
        messages.put("without a body", octets("Subject: x\r\n\r\n"));
        messages.put("without an empty line", octets("Subject: x\r\nFrom: a@far.test\r\n"));
        messages.put("without a header", octets("\r\nbody only\r\n"));
        messages.put(
                "8-bit",
                octets("Subject: Gr\u00fc\u00dfe \u00ff\r\nFrom: \u00e4 <a@far.test>\r\n\r\n\u00fc\u0080\r\n"));
        messages.put("line feeds only", octets("Subject: x\nFrom: a@far.test\n\nbody\n"));
        messages.put(
                "large header", octets("Subject: x\r\n" + "X-Line: 0123456789\r\n".repeat(5_000) + "\r\nbody\r\n"));
        messages.put(
                "open multipart", octets("Content-Type: multipart/mixed; boundary=q\r\n\r\n--q\r\n\r\nnever closed"));
        messages.put("empty multipart", octets("Content-Type: multipart/mixed; boundary=q\r\n\r\n"));
        messages.put("broken types", octets("Content-Type: ;;;\r\nContent-Transfer-Encoding: (((\r\n\r\nx"));
        messages.put("broken base64", octets("Content-Transfer-Encoding: base64\r\n\r\nQUJD*!RA\r\nRUY=RUY="));
        messages.put("above the beginning", octets("Subject: x\r\n\r\n" + "0123456789abcde\n".repeat(10_000)));
        return messages;
    }

    private static TestMailbox mailbox(byte[]... messages) {
        TestMailbox mailbox = new TestMailbox(SERVER);
        mailbox.file(messages);
        mailbox.select(true);
        return mailbox;
    }

    private static String text(byte[] octets) {
        return new String(octets, StandardCharsets.ISO_8859_1);
    }

    /** Returns the value of one item of the only message as characters of ISO 8859-1; {@code NIL} without one. */
    private static String value(TestMailbox mailbox, String item, String name) {
        String response = mailbox.fetch("FETCH 1 " + item);
        String start = "* 1 FETCH (" + name + " ";
        String end = ")\r\na OK FETCH completed\r\n";
        assertThat(response).startsWith(start).endsWith(end);
        String value = response.substring(start.length(), response.length() - end.length());
        int open = value.indexOf('{');
        if (open != 0 && !value.startsWith("~{")) {
            return value;
        }
        int close = value.indexOf("}\r\n");
        String content = value.substring(close + 3);
        assertThat(Integer.parseInt(value.substring(open + 1, close))).isEqualTo(content.length());
        return content;
    }

    private static String section(TestMailbox mailbox, String section) {
        return value(mailbox, "BODY.PEEK[" + section + "]", "BODY[" + section + "]");
    }

    @Test
    void returnsHeaderAndTextThatMakeTheMessage() {
        MESSAGES.forEach((name, message) -> {
            TestMailbox mailbox = mailbox(message);
            String whole = text(message);
            assertThat(section(mailbox, "")).as(name).isEqualTo(whole);
            assertThat(section(mailbox, "HEADER") + section(mailbox, "TEXT"))
                    .as(name)
                    .isEqualTo(whole);
            assertThat(value(mailbox, "RFC822", "RFC822")).as(name).isEqualTo(whole);
            assertThat(value(mailbox, "RFC822.HEADER", "RFC822.HEADER") + value(mailbox, "RFC822.TEXT", "RFC822.TEXT"))
                    .as(name)
                    .isEqualTo(whole);
            assertThat(value(mailbox, "RFC822.SIZE", "RFC822.SIZE")).as(name).isEqualTo("" + message.length);
            assertThat(value(mailbox, "BINARY.PEEK[]", "BINARY[]")).as(name).isEqualTo(whole);
            assertThat(value(mailbox, "BINARY.SIZE[]", "BINARY.SIZE[]"))
                    .as(name)
                    .isEqualTo("" + message.length);
        });
    }

    @Test
    void returnsStructuresOfAllMessages() {
        MESSAGES.forEach((name, message) -> {
            TestMailbox mailbox = mailbox(message);
            String first = mailbox.fetch("FETCH 1 (ENVELOPE BODYSTRUCTURE BODY)");
            assertThat(first)
                    .as(name)
                    .startsWith("* 1 FETCH (ENVELOPE (")
                    .contains(" BODYSTRUCTURE (", " BODY (")
                    .endsWith(")\r\na OK FETCH completed\r\n");
            assertThat(mailbox.fetch("FETCH 1 (ENVELOPE BODYSTRUCTURE BODY)"))
                    .as(name)
                    .isEqualTo(first);
            long n = mailbox.emails().get(0).n();
            StoredStructure stored = mailbox.access.read(snapshot -> requireNonNull(
                    mailbox.services.uids().structures(snapshot, List.of(n)).get(n)));
            assertThat(first).as(name).contains(text(stored.envelope())).contains(text(stored.structure()));
        });
    }

    @Test
    void returnsRangesAtEachBoundary() {
        String message = "Subject: x\r\nTo: y\r\n\r\nbody";
        TestMailbox mailbox = mailbox(octets(message));
        int size = message.length();
        for (int from = 0; from <= size + 1; from++) {
            for (int length : new int[] {1, 2, size - from - 1, size - from, size - from + 1, Integer.MAX_VALUE}) {
                if (length > 0) {
                    String expected =
                            message.substring(Math.min(from, size), (int) Math.min(size, (long) from + length));
                    String range = "<" + from + "." + length + ">";
                    assertThat(value(mailbox, "BODY.PEEK[]" + range, "BODY[]<" + from + ">"))
                            .as(range)
                            .isEqualTo(expected);
                    assertThat(value(mailbox, "BINARY.PEEK[]" + range, "BINARY[]<" + from + ">"))
                            .as(range)
                            .isEqualTo(expected);
                }
            }
        }
        assertThat(value(mailbox, "BODY.PEEK[HEADER.FIELDS (to)]<0.5>", "BODY[HEADER.FIELDS (to)]<0>"))
                .isEqualTo("To: y");
        assertThat(value(mailbox, "BODY.PEEK[TEXT]<9223372036854775807.4294967295>", "BODY[TEXT]<9223372036854775807>"))
                .isEmpty();
    }

    @Test
    void returnsRangesOfALargeMessage() {
        byte[] message = requireNonNull(MESSAGES.get("above the beginning"));
        TestMailbox mailbox = mailbox(message);
        String whole = text(message);
        for (int from : new int[] {0, 65_535, 65_536, 65_537, message.length - 1, message.length}) {
            for (int length : new int[] {1, 65_536, 65_537, message.length}) {
                assertThat(value(mailbox, "BODY.PEEK[]<" + from + "." + length + ">", "BODY[]<" + from + ">"))
                        .isEqualTo(whole.substring(from, Math.min(message.length, from + length)));
            }
        }
    }

    @Test
    void returnsSectionsOfNestedMessages() {
        TestMailbox mailbox = mailbox(requireNonNull(MESSAGES.get("nested")));
        assertThat(section(mailbox, "1")).isEqualTo("Gr=C3=BC=C3=9Fe =\r\nAnn");
        assertThat(section(mailbox, "1.MIME"))
                .startsWith("Content-Type: text/plain")
                .endsWith("\r\n\r\n");
        assertThat(section(mailbox, "2.HEADER"))
                .isEqualTo("Subject: inner\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n");
        assertThat(section(mailbox, "2")).isEqualTo(section(mailbox, "2.HEADER") + section(mailbox, "2.TEXT"));
        assertThat(section(mailbox, "2.1")).isEqualTo("plain");
        assertThat(section(mailbox, "2.2")).isEqualTo("<p>html</p>");
        assertThat(section(mailbox, "2.HEADER.FIELDS (SUBJECT)")).isEqualTo("Subject: inner\r\n\r\n");
        assertThat(section(mailbox, "HEADER.FIELDS.NOT (Content-Type FROM Mime-Version)"))
                .isEqualTo("Subject: outer\r\n\r\n");
        for (String missing : List.of("5", "1.1", "1.HEADER", "2.3", "3.TEXT")) {
            assertThat(section(mailbox, missing)).as(missing).isEqualTo("NIL");
        }
    }

    @Test
    void decodesParts() {
        TestMailbox mailbox = mailbox(requireNonNull(MESSAGES.get("nested")));
        Map<String, String> parts =
                Map.of("1", "Gr\u00c3\u00bc\u00c3\u009fe Ann", "2.2", "<p>html</p>", "3", "\0\1\2\3\4\5\6\7\b\t");
        parts.forEach((part, text) -> {
            assertThat(value(mailbox, "BINARY.PEEK[" + part + "]", "BINARY[" + part + "]"))
                    .isEqualTo(text);
            assertThat(value(mailbox, "BINARY.SIZE[" + part + "]", "BINARY.SIZE[" + part + "]"))
                    .isEqualTo("" + text.length());
            for (int from = 0; from <= text.length(); from++) {
                for (int length = 1; length <= text.length() - from + 1; length++) {
                    assertThat(value(
                                    mailbox,
                                    "BINARY.PEEK[" + part + "]<" + from + "." + length + ">",
                                    "BINARY[" + part + "]<" + from + ">"))
                            .isEqualTo(text.substring(from, Math.min(text.length(), from + length)));
                }
            }
        });
        assertThat(value(mailbox, "BINARY.PEEK[9]", "BINARY[9]")).isEqualTo("NIL");
        assertThat(value(mailbox, "BINARY.SIZE[9]", "BINARY.SIZE[9]")).isEqualTo("0");
    }

    @Test
    void decodesAllPartsToTheirStoredSize() {
        MESSAGES.forEach((name, message) -> {
            TestMailbox mailbox = mailbox(message);
            String size = value(mailbox, "BINARY.SIZE[1]", "BINARY.SIZE[1]");
            String content = value(mailbox, "BINARY.PEEK[1]", "BINARY[1]");
            assertThat(content.equals("NIL") ? 0 : content.length()).as(name).isEqualTo(Integer.parseInt(size));
        });
    }

    @Test
    void refusesPartsWithAnUnknownEncoding() {
        TestMailbox mailbox = mailbox(requireNonNull(MESSAGES.get("nested")));
        assertThat(mailbox.fetch("FETCH 1 BINARY.PEEK[4]")).startsWith("a NO [UNKNOWN-CTE] ");
        assertThat(mailbox.fetch("FETCH 1 (UID BINARY.SIZE[4] BODY.PEEK[4])"))
                .startsWith("* 1 FETCH (UID 1 BODY[4] {3}\r\n???)\r\na NO [UNKNOWN-CTE] ");
    }

    @Test
    void returnsSeveralSectionsOfAMessage() {
        TestMailbox mailbox = mailbox(requireNonNull(MESSAGES.get("nested")));
        mailbox.select(false);
        assertThat(mailbox.fetch("FETCH 1 (BODY.PEEK[]<0.4> BODY[3] BODY.PEEK[2.1] UID BODY[1]<0.2>)"))
                .isEqualTo("* 1 FETCH (UID 1 FLAGS (\\Seen) BODY[]<0> {4}\r\nFrom BODY[3] {16}\r\nAAECAwQFBgcICQ=="
                        + " BODY[2.1] {5}\r\nplain BODY[1]<0> {2}\r\nGr)\r\na OK FETCH completed\r\n");
    }

    @Test
    void returnsStructuresWithoutReadingTheMessageAgain() {
        TestMailbox mailbox = mailbox(requireNonNull(MESSAGES.get("nested")), requireNonNull(MESSAGES.get("8-bit")));
        String first = mailbox.fetch("FETCH 1:2 (ENVELOPE BODYSTRUCTURE)");
        BlobId blob = mailbox.blob(1);
        SERVER.blobs().damage(mailbox.user.account().organization(), blob);
        assertThat(mailbox.fetch("FETCH 1:2 (ENVELOPE BODYSTRUCTURE)")).isEqualTo(first);
        assertThat(mailbox.fetch("FETCH 1:2 (UID BODY.PEEK[TEXT])"))
                .startsWith("* 2 FETCH (UID 2 BODY[TEXT] {4}")
                .contains("\r\na NO [CORRUPTION] ");
        SERVER.blobs().lose(mailbox.user.account().organization(), blob);
        assertThat(mailbox.fetch("UID FETCH 1 BODY.PEEK[]")).startsWith("a NO [CORRUPTION] ");
    }

    @Test
    void keepsStructuresOfEmailsThatGetAnotherNumber() {
        TestMailbox mailbox = mailbox(requireNonNull(MESSAGES.get("nested")));
        String first = mailbox.fetch("FETCH 1 (ENVELOPE BODYSTRUCTURE)");
        mailbox.change(FlagMode.ADD, Set.of(), true, 1L);
        mailbox.change(FlagMode.REMOVE, Set.of(), true, 1L);
        SERVER.blobs().damage(mailbox.user.account().organization(), mailbox.blob(1));
        assertThat(mailbox.fetch("FETCH 1 (ENVELOPE BODYSTRUCTURE)")).isEqualTo(first);
        long n = mailbox.emails().get(0).n();
        mailbox.expunge(1L);
        assertThat(mailbox.access.<Boolean>read(snapshot ->
                        mailbox.services.uids().structures(snapshot, List.of(n)).isEmpty()))
                .isTrue();
    }

    @Test
    void streamsALargeMessage() {
        byte[] body = new byte[15_000_000];
        new Random(1).nextBytes(body);
        String encoded = Base64.getMimeEncoder().encodeToString(body);
        TestMailbox mailbox = mailbox(octets(
                "Content-Type: application/octet-stream\r\n" + "Content-Transfer-Encoding: base64\r\n\r\n" + encoded));
        List<Long> allocated = new ArrayList<>();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (String item : List.of("BODY.PEEK[]", "BINARY.PEEK[1]", "BODY.PEEK[TEXT]<1000.19000000>", "ENVELOPE")) {
            for (int i = 0; i < 2; i++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                mailbox.fetch("FETCH 1 " + item, OutputStream.nullOutputStream());
                allocated.add(threads.getCurrentThreadAllocatedBytes() - before);
            }
        }
        assertThat(allocated).allMatch(octets -> octets < 4_000_000);
    }
}
