package svc.mime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/**
 * Tests that deeply nested, long or endless messages are parsed in bounded time. The limit is at least ten times the
 * time needed.
 */
final class HostileMessageTest {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    /** Writes generated text to a scan repeatedly, without holding the whole message in memory. */
    private static Message scanned(int times, IntFunction<String> piece) {
        return assertTimeoutPreemptively(LIMIT, () -> {
            try (MessageScan scan = new MessageReader(ReadLimits.USUAL).scan(ReadOptions.ARRIVAL)) {
                for (int i = 0; i < times; i++) {
                    scan.write(piece.apply(i).getBytes(StandardCharsets.ISO_8859_1));
                }
                return scan.message();
            }
        });
    }

    private static int depth(Part part) {
        int deepest = 0;
        for (Part child : part.parts()) {
            deepest = Math.max(deepest, depth(child));
        }
        Part enclosed = part.enclosed();
        return 1 + Math.max(deepest, enclosed == null ? 0 : depth(enclosed));
    }

    @Test
    void tenThousandNestedMultiparts() {
        Message message =
                scanned(10_000, i -> "Content-Type: multipart/mixed; boundary=\"b" + i + "\"\r\n\r\n--b" + i + "\r\n");

        assertThat(depth(message.root())).isEqualTo(ReadLimits.USUAL.depth() + 1);
        assertThat(message.leaves(true)).singleElement().satisfies(part -> {
            assertThat(part.type()).isEqualTo("application/octet-stream");
            assertThat(part.body().end()).isEqualTo(message.size());
        });
    }

    @Test
    void tenThousandNestedMessages() {
        Message message = scanned(10_000, i -> "Content-Type: message/rfc822\r\n\r\n");

        assertThat(depth(message.root())).isEqualTo(11);
        assertThat(message.leaves(true))
                .hasSize(11)
                .allSatisfy(part -> assertThat(part.type()).isEqualTo("message/rfc822"));
    }

    @Test
    void aHundredThousandParts() {
        Message message = scanned(
                100_000,
                i -> i == 0
                        ? "Content-Type: multipart/mixed; boundary=b\r\n\r\n"
                        : "--b\r\nContent-Type: text/html\r\n\r\nx\r\n");

        assertThat(message.leaves(true)).hasSize(ReadLimits.USUAL.parts());
        Part rest = message.leaves(true).get(ReadLimits.USUAL.parts() - 1);
        assertThat(rest.type()).isEqualTo("application/octet-stream");
        assertThat(rest.body().end()).isEqualTo(message.size());
        assertThat(BodyParts.of(message.root()).html()).hasSize(ReadLimits.USUAL.parts() - 1);
    }

    @Test
    void fiftyMegabytesOfHeader() {
        Message message = scanned(500_000, i -> "X-Field: " + "a".repeat(89) + "\r\n");

        assertThat(message.root().type()).isEqualTo("application/octet-stream");
        assertThat(message.root().header().length()).isLessThanOrEqualTo(ReadLimits.USUAL.header());
        assertThat(message.root().body().end()).isEqualTo(message.size());
    }

    @Test
    void aHeaderLineWithoutEnd() {
        Message message = scanned(50_000, i -> i == 0 ? "Subject: " : "a".repeat(1_000));

        assertThat(message.root().header().length()).isZero();
        assertThat(message.root().size()).isEqualTo(message.size());
    }

    @Test
    void allHeadersTogetherHaveALimit() {
        String header = "X-Field: " + "a".repeat(200_000) + "\r\n\r\n";
        Message message =
                scanned(100, i -> i == 0 ? "Content-Type: multipart/mixed; boundary=b\r\n\r\n" : "--b\r\n" + header);

        assertThat(message.leaves(true)).hasSize(99);
        long headers = message.leaves(true).stream()
                .mapToLong(part -> part.header().length())
                .sum();
        assertThat(headers).isLessThanOrEqualTo(ReadLimits.USUAL.headers());
    }

    @Test
    void aBoundaryWithoutEnd() {
        Message message = scanned(
                20_000, i -> i == 0 ? "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b" : " ".repeat(1_000));

        assertThat(message.root().body().end()).isEqualTo(message.size());
        assertThat(message.leaves(true)).hasSize(1);
    }

    @Test
    void linesThatAlmostMatchABoundary() {
        String stem = "b".repeat(900);
        int most = ReadLimits.USUAL.depth();
        Message message = scanned(
                30_000,
                i -> i < most - 1
                        ? "Content-Type: multipart/mixed; boundary=\"" + stem + i + "\"\r\n\r\n--" + stem + i + "\r\n"
                        : (i == most - 1 ? "\r\n" : "") + "--" + stem + "x\r\n");

        assertThat(depth(message.root())).isEqualTo(most);
    }

    @Test
    void hostileHeaderFieldsAreParsedInLinearTime() {
        int length = 100_000;
        for (String piece : new String[] {
            "(",
            ")",
            "\"",
            "<",
            ">",
            ":",
            ",",
            ";",
            "@",
            ".",
            "\\",
            "=?",
            "=?a?q?",
            "=?utf-8?q?x?= ",
            "[",
            "[a] ",
            "re:",
            "[fwd:",
            "a ",
            "a@b ",
            "<a@b>",
            "\"a\" ",
            "(a) ",
            "a*0*=x;",
            "=;",
            "[fwd: re: ",
            " \t",
            "1:",
            "+",
            "\u00e9"
        }) {
            String value = piece.repeat(length / piece.length());
            assertTimeoutPreemptively(
                    LIMIT,
                    () -> {
                        HeaderField field = HeaderField.of("X-Field", value);
                        field.text();
                        field.groupedAddresses();
                        field.messageIds();
                        field.date();
                        field.urls();
                        BaseSubject.of(field.text());
                        Headers headers =
                                Headers.of(("Content-Type: text/plain; " + value + "\r\nContent-Disposition: " + value
                                                + "\r\nContent-ID: " + value + "\r\nReferences: " + value
                                                + "\r\nContent-Language: " + value
                                                + "\r\nContent-Location: " + value)
                                        .getBytes(StandardCharsets.UTF_8));
                        Entity.of(headers, false);
                        ThreadKeys.of(headers);
                    },
                    piece);
        }
    }

    @Test
    void hostileBodiesAreParsedInLinearTime() {
        for (String piece : new String[] {
            "=", "= ", " ", "\t\r", "=3", "A", "====", "<", "<div>", "<b><i>", "&", "<!--", "<table>", "<a href='"
        }) {
            for (String encoding : new String[] {"base64", "quoted-printable", "x-uuencode", "7bit"}) {
                String type = encoding.equals("7bit") ? "text/html" : "text/plain";
                String start = "Content-Type: " + type + "\r\nContent-Transfer-Encoding: " + encoding
                        + "\r\n\r\nbegin 644 a\r\n";
                Message message = scanned(400, i -> i == 0 ? start : piece.repeat(1_000 / piece.length()));

                assertTimeoutPreemptively(LIMIT, () -> {
                    Preview.of(message);
                    MessageText.of(message);
                });
            }
        }
    }
}
