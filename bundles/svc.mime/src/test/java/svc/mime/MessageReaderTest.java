package svc.mime;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.testkit.Covers;

/** Tests the parts of messages, the selection of body parts, and their text (RFC 8621 §4.1.4). */
final class MessageReaderTest {

    private static BodyText text(byte[] message, long max) throws IOException {
        Part root = Samples.read(message).root();
        return BodyText.read(Octets.of(message), root.body(), root.encoding(), root.type(), root.charset(), max);
    }

    private static byte[] with(String header, byte[] body) {
        byte[] head = Samples.lines(header + "\n\n");
        byte[] message = java.util.Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, message, head.length, body.length);
        return message;
    }

    @Test
    @Covers(value = "RFC8621 §4.1.4", part = "the properties of parts")
    void readsTheHeaderOfAPart() {
        Part part = Samples.read("""
                        Content-Type: (c) TEXT/Html (x); charset="ISO-8859-1"; name=ignored.html
                        Content-Disposition: Inline; filename*0*=iso-8859-1''%fc; filename*1="b c"
                        Content-ID: <a@b> (c)
                        Content-Language: de, en-GB
                        Content-Location: http://x.example/
                          a.html
                        Content-Transfer-Encoding: Quoted-Printable

                        =FC
                        """).root();

        assertThat(part.type()).isEqualTo("text/html");
        assertThat(part.charset()).isEqualTo("ISO-8859-1");
        assertThat(part.disposition()).isEqualTo("inline");
        assertThat(part.name()).isEqualTo("üb c");
        assertThat(part.cid()).isEqualTo("a@b");
        assertThat(part.language()).containsExactly("de", "en-GB");
        assertThat(part.location()).isEqualTo("http://x.example/a.html");
        assertThat(part.encoding()).isEqualTo(TransferEncoding.QUOTED_PRINTABLE);
        assertThat(part.size()).isEqualTo(3);
        assertThat(part.id()).isEqualTo("1");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "null", quoteCharacter = '\'', textBlock = """
            X: y                                             | text/plain               | us-ascii | null
            Content-Type: text/html                          | text/html                | us-ascii | null
            Content-Type: image/png; name="=?utf-8?Q?=C3=BC?=" | image/png              | null     | ü
            Content-Type: text                               | text/plain               | us-ascii | null
            Content-Type: text/plain; name=a b.txt; charset=utf-8 | text/plain          | utf-8    | a b.txt
            Content-Type: a/b; name*=utf-8''%C3%BC           | a/b                      | null     | ü
            Content-Type: multipart/mixed                    | text/plain               | us-ascii | null
            Content-Type: a/b; name*1=b; name*0=a            | a/b                      | null     | ab
            """)
    void partsHaveImpliedHeaderValues(String header, String type, String charset, String name) {
        Part part = Samples.read(header + "\n\nx").root();

        assertThat(part.type()).isEqualTo(type);
        assertThat(part.charset()).isEqualTo(charset);
        assertThat(part.name()).isEqualTo(name);
    }

    @Test
    @Covers(value = "RFC8621 §4.1.4", part = "the properties of parts")
    void bodyStartsAtTheFirstLineOfAMessageWithoutHeader() throws IOException {
        for (String text : List.of(
                "first line\nsecond line\n\nthird\n", "one line", "a\n", " folded: x\n\nb", "x\n".repeat(400_000))) {
            byte[] message = Samples.lines(text);
            Message read = Samples.read(message);
            Part root = read.root();
            assertThat(read.headers().fields()).isEmpty();
            assertThat(root.header().length()).isZero();
            assertThat(root.body()).isEqualTo(new Part.Section(0, message.length));
            assertThat(root.type()).isEqualTo("text/plain");
            assertThat(text(message, message.length).value()).isEqualTo(text);
        }
        Part root = Samples.read("junk\nSubject: x\n\nbody").root();
        assertThat(root.header().length())
                .as("a line that is no field before those that are")
                .isEqualTo(20);
        assertThat(Samples.read("\nbody").root().body().from())
                .as("an empty header")
                .isEqualTo(2);
    }

    @Test
    void offsetsCountBytesAndTheLastLineEndBelongsToTheBoundary() {
        byte[] message = Samples.lines(
                "A: b\nContent-Type: multipart/mixed; boundary=x\n\npreamble\n--x\n\none\n--x  \nC: d\n\n\n--x--\nepilogue\n");
        String all = new String(message, StandardCharsets.ISO_8859_1);
        Part root = Samples.read(message).root();

        assertThat(root.header()).isEqualTo(new Part.Section(0, all.indexOf("preamble")));
        assertThat(root.body().end()).isEqualTo(message.length);
        assertThat(root.parts()).extracting(Part::id).containsExactly("1", "2");
        assertThat(root.parts().get(0).body()).isEqualTo(new Part.Section(all.indexOf("one"), 3));
        assertThat(root.parts().get(1).header()).isEqualTo(new Part.Section(all.indexOf("C: d"), 8));
        assertThat(root.parts().get(1).body().length()).isZero();
    }

    @Test
    void anAttachedMessageIsALeafWithParsedParts() {
        Message message = Samples.read("""
                Content-Type: multipart/digest; boundary=o

                --o

                Subject: inner
                Content-Type: multipart/mixed; boundary=i

                --i

                one
                --i--
                --o
                Content-Type: text/plain

                two
                --o--
                """);

        assertThat(message.leaves(false)).extracting(Part::type).containsExactly("message/rfc822", "text/plain");
        assertThat(message.leaves(true)).extracting(Part::id).containsExactly("1", "1.1", "2");
        Part inner = message.leaves(false).get(0).enclosed();
        assertThat(inner).isNotNull();
        assertThat(String.valueOf(inner == null ? null : inner.headers().last("Subject")))
                .isEqualTo("Subject: inner");
    }

    @Test
    @Covers(value = "RFC8621 §4.1.4", part = "the example of a list's header and footer")
    void readsTheExampleOfTheSpecification() {
        Message message = Samples.read("""
                Content-Type: multipart/mixed; boundary=1

                --1
                Content-Disposition: inline
                Content-ID: A

                --1
                Content-Type: multipart/mixed; boundary=2

                --2
                Content-Type: multipart/alternative; boundary=3

                --3
                Content-Type: multipart/mixed; boundary=4

                --4
                Content-Disposition: inline
                Content-ID: B

                --4
                Content-Type: image/jpeg
                Content-Disposition: inline
                Content-ID: C

                --4
                Content-Disposition: inline
                Content-ID: D

                --4--
                --3
                Content-Type: multipart/related; boundary=5

                --5
                Content-Type: text/html
                Content-ID: E

                --5
                Content-Type: image/jpeg
                Content-ID: F

                --5--
                --3--
                --2
                Content-Type: image/jpeg
                Content-Disposition: attachment
                Content-ID: G

                --2
                Content-Type: application/x-excel
                Content-ID: H

                --2
                Content-Type: message/rfc822
                Content-ID: J

                Subject: x

                --2--
                --1
                Content-Disposition: inline
                Content-ID: K

                --1--
                """);
        BodyParts parts = BodyParts.of(message.root());

        assertThat(parts.text()).extracting(Part::cid).containsExactly("A", "B", "C", "D", "K");
        assertThat(parts.html()).extracting(Part::cid).containsExactly("A", "E", "K");
        assertThat(parts.attachments()).extracting(Part::cid).containsExactly("C", "F", "G", "H", "J");
        assertThat(parts.hasAttachment()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "utf-8,UTF-8,Grüße 日本",
        "UTF8,UTF-8,ü",
        "\"utf-8\",UTF-8,ü",
        "iso-8859-1,ISO-8859-1,Grüße",
        "latin1,windows-1252,€",
        "windows-1251,windows-1251,Привет",
        "cp1250,windows-1250,Žluť",
        "x-cp1251,windows-1251,Привет",
        "win-1253,windows-1253,Ελλάδα",
        "koi8-r,KOI8-R,Привет",
        "KOI8-U,KOI8-U,Ї",
        "gb18030,GB18030,你好",
        "gb2312,GBK,你好",
        "big5,Big5,中文",
        "shift_jis,Shift_JIS,日本",
        "x-sjis,Shift_JIS,日本",
        "euc-jp,EUC-JP,日本",
        "iso-2022-jp,ISO-2022-JP,日本",
        "euc-kr,EUC-KR,한국",
        "iso-8859-15,ISO-8859-15,€",
        "tis-620,TIS-620,ไทย",
        "utf-16,UTF-16,ü",
        "ibm850,IBM850,ü",
        "macintosh,x-MacRoman,ü"
    })
    void everyCharsetOfTheWildIsKnown(String named, String charset, String value) throws IOException {
        byte[] message = with("Content-Type: text/plain; charset=" + named, value.getBytes(Charset.forName(charset)));

        assertThat(text(message, 0)).isEqualTo(new BodyText(value, false, false));
    }

    @Test
    @Covers(value = "RFC8621 §4.1.4", part = "isEncodingProblem")
    void reportsEncodingProblemsOfText() throws IOException {
        String utf8 = "Content-Type: text/plain; charset=utf-8";
        assertThat(text(with(utf8, new byte[] {'a', (byte) 0xfc, 'b'}), 0))
                .isEqualTo(new BodyText("a\uFFFDb", true, false));
        assertThat(text(with("Content-Type: text/plain; charset=nobody", new byte[] {(byte) 0xfc}), 0))
                .isEqualTo(new BodyText("ü", true, false));
        assertThat(text(
                        with("Content-Type: text/plain; charset=unknown-8bit", "ü".getBytes(StandardCharsets.UTF_8)),
                        0))
                .isEqualTo(new BodyText("ü", true, false));
        assertThat(text(with("X: y", new byte[] {(byte) 0xfc}), 0)).isEqualTo(new BodyText("ü", true, false));
        assertThat(text(with(utf8 + "\nContent-Transfer-Encoding: x-rot13", new byte[] {'a'}), 0))
                .isEqualTo(new BodyText("a", true, false));
        assertThat(text(with(utf8 + "\nContent-Transfer-Encoding: (c) 8BIT", Samples.lines("a\nb\n")), 0))
                .isEqualTo(new BodyText("a\nb\n", false, false));
        assertThat(text(
                                with(
                                        utf8 + "\nContent-Transfer-Encoding: base64",
                                        Samples.lines("Z!3\nLDvA\n\n-- \nfooter")),
                                0)
                        .value())
                .startsWith("grü");
        assertThat(text(with(utf8 + "\nContent-Transfer-Encoding: base64", Samples.lines("w7w=\n-- \nfooter")), 0)
                        .value())
                .isEqualTo("ü");
        assertThat(text(
                                with(
                                        utf8 + "\nContent-Transfer-Encoding: quoted-printable",
                                        Samples.lines("=c3=BC=  \nx  \n=zz=")),
                                0)
                        .value())
                .isEqualTo("üx\n=zz");
        assertThat(text(
                                with(
                                        utf8 + "\nContent-Transfer-Encoding: x-uuencode",
                                        Samples.lines("hi\nbegin 644 a.txt\n#0V%T\n`\nend\nmore")),
                                0)
                        .value())
                .isEqualTo("Cat");
    }

    @Test
    @Covers(value = "RFC8621 §4.2", part = "maxBodyValueBytes")
    void truncatesBetweenCharactersAndOutsideOfTags() throws IOException {
        byte[] message = with("Content-Type: text/plain; charset=utf-8", "aüb日🎉".getBytes(StandardCharsets.UTF_8));
        List<String> values = new ArrayList<>();
        for (int max = 1; max <= 11; max++) {
            BodyText text = text(message, max);
            assertThat(text.truncated()).isEqualTo(max < 11);
            assertThat(text.encodingProblem()).isFalse();
            values.add(text.value());
        }
        assertThat(values)
                .containsExactly("a", "a", "aü", "aüb", "aüb", "aüb", "aüb日", "aüb日", "aüb日", "aüb日", "aüb日🎉");

        byte[] html = with(
                "Content-Type: text/html; charset=utf-8",
                "<p>x<a href=\"https://example.com\">y</a>".getBytes(StandardCharsets.UTF_8));
        assertThat(text(html, 12)).isEqualTo(new BodyText("<p>x", false, true));
        byte[] large = with(
                "Content-Type: text/plain; charset=utf-8", "日".repeat(200_000).getBytes(StandardCharsets.UTF_8));
        assertThat(text(large, 100)).isEqualTo(new BodyText("日".repeat(33), false, true));
    }

    @Test
    void previewOmitsQuotedText() {
        assertThat(Preview.of(Samples.read("X: y\n\nOn Monday Ann wrote:\n> old\n>> older\n\nI   agree.\nYes")))
                .isEqualTo("I agree. Yes");
        assertThat(Preview.of(Samples.read("X: y\n\n> only\n> quoted"))).isEqualTo("> only > quoted");
        assertThat(
                        Preview.of(
                                Samples.read(
                                        "Content-Type: text/html\n\n<style>p{}</style><p>Hello&nbsp;<b>you</b><script>x()</script><p>there")))
                .isEqualTo("Hello you there");
        assertThat(Preview.of(Samples.read("X: y\n\n" + "word ".repeat(500)))).hasSizeBetween(250, 256);
        assertThat(Preview.of(Samples.read("Content-Type: image/png\n\nx"))).isEmpty();
        String text =
                "\uFEFF\u0645\u06CC\u200C\u062E \uD83D\uDC68\u200D\uD83D\uDC69 so\u00ADft \u202Eevil\u202C \u2066\u200E\u200F\u2069x";
        assertThat(Preview.of(Samples.read(
                        with("Content-Type: text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8)))))
                .isEqualTo("\u0645\u06CC\u200C\u062E \uD83D\uDC68\u200D\uD83D\uDC69 soft evil x");
    }

    @Test
    void searchableTextContainsTextAndFileNames() {
        MessageText text = MessageText.of(Samples.read("""
                Content-Type: multipart/mixed; boundary=x

                --x
                Content-Type: text/html; charset=utf-8

                <p>needle<td>a</td><td>b</td><br>next
                --x
                Content-Type: application/pdf; name="report.pdf"

                hay
                --x--
                """));

        assertThat(text.body()).contains("needle").contains("next").doesNotContain("hay", "<");
        assertThat(text.attachments()).containsExactly("report.pdf");
    }
}
