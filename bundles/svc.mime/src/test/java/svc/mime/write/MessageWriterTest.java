package svc.mime.write;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.mime.Address;
import svc.mime.AddressGroup;
import svc.mime.BodyText;
import svc.mime.HeaderField;
import svc.mime.Message;
import svc.mime.Octets;
import svc.mime.ParameterValue;
import svc.mime.Part;
import svc.mime.Samples;
import svc.mime.write.MessageDraft.Field;
import svc.mime.write.MessageDraft.Node;
import svc.mime.write.MessageDraft.Traits;
import svc.mime.write.MessageDraft.Value;
import svc.testkit.Covers;
import svc.testkit.SettableWallClock;

/** Tests that written messages are read back unchanged, with lines that every server accepts. */
final class MessageWriterTest {

    private final SettableWallClock clock = new SettableWallClock();

    private byte[] written(MessageDraft draft) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new MessageWriter(clock, new Random(1), "mail.example.com").write(draft, out);
        return out.toByteArray();
    }

    private static MessageDraft draft(Node body, Field... fields) {
        return new MessageDraft(List.of(fields), body);
    }

    private static Node text(String text) {
        return new Node.Text(Traits.of("text/plain"), List.of(), text);
    }

    private static Node stored(Traits traits, byte[] bytes) {
        return new Node.Stored(traits, List.of(), Octets.of(bytes), bytes.length);
    }

    private static Traits file(String type, @Nullable String name) {
        return new Traits(type, Map.of(), null, "attachment", name, null, null, null);
    }

    private static HeaderField last(byte[] message, String name) {
        HeaderField field = Samples.read(message).headers().last(name);
        if (field == null) {
            throw new AssertionError("no " + name);
        }
        return field;
    }

    private static void linesAreShort(byte[] message, int most) {
        String text = new String(message, StandardCharsets.ISO_8859_1);
        assertThat(text.replace("\r\n", "")).doesNotContain("\r", "\n");
        assertThat(Arrays.stream(text.split("\r\n", -1))
                        .mapToInt(String::length)
                        .max()
                        .orElse(0))
                .isLessThanOrEqualTo(most);
    }

    @Test
    @Covers(value = "RFC8621 §4.6", part = "what the writer of messages does of it")
    void addsMissingDateMessageIdAndMimeVersion() throws IOException {
        byte[] message = written(draft(text("Hello")));

        assertThat(last(message, "Date").date()).isEqualTo(OffsetDateTime.parse("2030-01-01T00:00:00Z"));
        assertThat(last(message, "Message-ID").messageIds())
                .singleElement()
                .asString()
                .endsWith("@mail.example.com");
        assertThat(last(message, "MIME-Version").raw()).isEqualTo(" 1.0");

        OffsetDateTime date = OffsetDateTime.parse("2020-02-29T23:59:58+05:30");
        byte[] given = written(draft(
                text("Hello"),
                new Field("date", new Value.Date(date)),
                new Field("Message-Id", new Value.MessageIds(List.of("a@b")))));
        assertThat(Samples.read(given).headers().all("Date")).hasSize(1);
        assertThat(last(given, "Date").date()).isEqualTo(date);
        assertThat(last(given, "Message-ID").messageIds()).containsExactly("a@b");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Hello",
                "",
                "Grüße aus dem Süden",
                "a  b   c",
                "  leading spaces",
                "looks =?utf-8?Q?encoded?= but is not",
                "=?",
                "日本語の件名はとても長いので何行にもなることがあります。日本語の件名はとても長いので何行にもなることがあります。",
                "mixed ascii and ünïcödé and then ascii again until the line has to be folded somewhere in the middle",
                "emoji 👩‍👩‍👧‍👦 stay whole 🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉🎉",
                "a plain subject that is a good deal longer than the seventy-eight characters which a line should have at most"
            })
    void aTextIsReadAsItWasGiven(String subject) throws IOException {
        byte[] message = written(draft(text("x"), new Field("Subject", new Value.Text(subject))));

        assertThat(last(message, "Subject").text()).isEqualTo(subject);
        linesAreShort(message, 78);
    }

    @Test
    void encodesVeryLongWordsAndRemovesControlCharacters() throws IOException {
        String endless = "x".repeat(5_000);
        byte[] message = written(draft(
                text("x"),
                new Field("Subject", new Value.Text(endless)),
                new Field("Comments", new Value.Text("a\r\nBcc: b\0c"))));

        assertThat(last(message, "Subject").text()).isEqualTo(endless);
        assertThat(last(message, "Comments").text()).isEqualTo("a Bcc: bc".replace("a ", "a  "));
        assertThat(Samples.read(message).headers().last("Bcc")).isNull();
        linesAreShort(message, 78);
    }

    @Test
    void addressesSurviveWritingAndReading() throws IOException {
        List<Address> addresses = List.of(
                new Address(null, "jane@example.com"),
                new Address("James Smythe", "james@example.com"),
                new Address("Smith, John \"Jack\" \\", "john@example.com"),
                new Address(
                        "Jörg Müller-Lüdenscheidt, geborener von und zu Unaussprechlichkeitshausen", "j@example.com"),
                new Address("日本", "日本@例え.jp"),
                new Address("=?utf-8?Q?no?=", "x@example.com"),
                new Address("J. Random", "\"odd local\"@example.com"),
                new Address(null, "not an address"));
        byte[] message = written(draft(
                text("x"),
                new Field("To", new Value.Addresses(addresses)),
                new Field(
                        "Cc",
                        new Value.Groups(List.of(
                                new AddressGroup(null, addresses.subList(0, 2)),
                                new AddressGroup("Frïends", addresses.subList(1, 4)),
                                new AddressGroup("nobody", List.of()),
                                new AddressGroup(null, addresses.subList(0, 1)))))));

        List<Address> read = last(message, "To").addresses();
        assertThat(read.subList(0, 6)).isEqualTo(addresses.subList(0, 6));
        assertThat(read.get(7).email()).isEqualTo("notanaddress");
        assertThat(last(message, "Cc").groupedAddresses())
                .extracting(AddressGroup::name)
                .containsExactly(null, "Frïends", "nobody", null);
        assertThat(last(message, "Cc").groupedAddresses().get(1).addresses()).isEqualTo(addresses.subList(1, 4));
        linesAreShort(message, 100);
    }

    @Test
    void preventsHeaderInjection() throws IOException {
        byte[] message = written(draft(
                text("x"),
                new Field("X-Raw", new Value.Raw(" a\r\nBcc: x\r\n folded\n\tagain\r\n\r\nbody")),
                new Field("To", new Value.Addresses(List.of(new Address("a\r\nBcc: x", "b@c>\r\nBcc: x, <d@e")))),
                new Field("References", new Value.MessageIds(List.of("a@b>\r\nBcc: <x"))),
                new Field("List-Help", new Value.Urls(List.of("mailto:a@b>\r\nBcc: <x")))));

        assertThat(Samples.read(message).headers().fields())
                .extracting(HeaderField::name)
                .containsExactly(
                        "X-Raw", "To", "References", "List-Help", "Date", "Message-ID", "MIME-Version", "Content-Type");
        assertThat(last(message, "X-Raw").raw()).isEqualTo(" aBcc: x\r\n folded\r\n\tagainbody");
        assertThat(last(message, "To").addresses()).hasSize(1);
    }

    @Test
    @Covers("RFC8621 §4.6")
    void headerLinesHaveAtMost998Octets() throws IOException {
        String ascii = "x".repeat(3_000);
        String umlauts = "\u00fc".repeat(600);
        byte[] message = written(draft(
                text("x"),
                new Field("X-Raw", new Value.Raw(" " + ascii)),
                new Field("X-Umlauts", new Value.Raw(" " + umlauts)),
                new Field("Subject", new Value.Text(ascii)),
                new Field("To", new Value.Addresses(List.of(new Address(ascii, "a@b.example"))))));
        assertThat(new String(message, StandardCharsets.ISO_8859_1)
                        .lines()
                        .mapToInt(String::length)
                        .max()
                        .orElse(0))
                .isLessThanOrEqualTo(998);
        assertThat(last(message, "X-Raw").text()).isEqualTo(ascii);
        assertThat(last(message, "X-Umlauts").text()).isEqualTo(umlauts);
        assertThat(last(message, "Subject").text()).isEqualTo(ascii);
    }

    @Test
    void bodiesSurviveWritingAndReading() throws IOException {
        for (String body : List.of(
                "Hello\nworld\n",
                "no newline",
                "",
                "Grüße\n.\nFrom here \n  trailing \n",
                "x".repeat(3_000) + "\n",
                "日本語\n".repeat(200),
                "=20=\n=\n")) {
            byte[] message = written(draft(text(body)));
            Part root = Samples.read(message).root();

            BodyText read =
                    BodyText.read(Octets.of(message), root.body(), root.encoding(), root.type(), root.charset(), 0);
            assertThat(read).isEqualTo(new BodyText(body, false, false));
            linesAreShort(message, 998);
            assertThat(new String(message, StandardCharsets.ISO_8859_1)).matches("(?s)\\p{ASCII}*");
        }
    }

    @Test
    void partsSurviveWritingAndReading() throws IOException {
        byte[] image = new byte[10_000];
        new Random(2).nextBytes(image);
        byte[] crlf = "line\r\nline\r\n".getBytes(StandardCharsets.UTF_8);
        byte[] lf = "line\nline\n".getBytes(StandardCharsets.UTF_8);
        byte[] mail = Samples.lines("Subject: \u00fc\n\n--=_x\nB\u00f6dy\n");
        Traits picture = new Traits(
                "image/png",
                Map.of(),
                null,
                "inline",
                "Bild mit Ümläuten und einem sehr langen Namen \"x\".png",
                "cid@x",
                List.of("de", "en"),
                "http://example.com/a.png");
        Node html = new Node.Multipart(
                "multipart/related",
                List.of(new Node.Text(Traits.of("text/html"), List.of(), "<p>ü</p>"), stored(picture, image)));
        Node root = new Node.Multipart(
                "multipart/mixed",
                List.of(
                        new Node.Multipart("multipart/alternative", List.of(text("ü"), html)),
                        stored(file("text/csv", "a.csv"), crlf),
                        stored(file("text/plain", null), lf),
                        stored(Traits.of("message/rfc822"), mail)));
        byte[] message = written(draft(root, new Field("Subject", new Value.Text("parts"))));
        Message read = Samples.read(message);

        assertThat(read.leaves(false))
                .extracting(Part::type)
                .containsExactly("text/plain", "text/html", "image/png", "text/csv", "text/plain", "message/rfc822");
        Part png = read.leaves(false).get(2);
        assertThat(Samples.decoded(message, png)).isEqualTo(image);
        assertThat(png.name()).isEqualTo(picture.name());
        assertThat(png.cid()).isEqualTo("cid@x");
        assertThat(png.language()).containsExactly("de", "en");
        assertThat(png.location()).isEqualTo(picture.location());
        assertThat(png.disposition()).isEqualTo("inline");
        assertThat(Samples.decoded(message, read.leaves(false).get(3))).isEqualTo(crlf);
        assertThat(Samples.decoded(message, read.leaves(false).get(4))).isEqualTo(lf);
        assertThat(Samples.decoded(message, read.leaves(false).get(5))).isEqualTo(mail);
        assertThat(read.root().headers().last("Content-Transfer-Encoding"))
                .hasToString("Content-Transfer-Encoding: 8bit");
        linesAreShort(message, 998);
    }

    @Test
    void avoidsABoundaryThatOccursInAPart() throws IOException {
        Node once = new Node.Multipart("multipart/mixed", List.of(text("x")));
        String boundary = String.valueOf(
                ParameterValue.of(last(written(draft(once)), "Content-Type").unfolded())
                        .parameter("boundary"));
        byte[] mail = Samples.lines("Subject: x\n\na\n--" + boundary + "--\nb\n");
        Node again =
                new Node.Multipart("multipart/mixed", List.of(stored(Traits.of("message/rfc822"), mail), text("x")));
        byte[] message = written(draft(again));

        assertThat(Samples.read(message).leaves(false)).hasSize(2);
        assertThat(Samples.decoded(message, Samples.read(message).leaves(false).get(0)))
                .isEqualTo(mail);
    }

    @Test
    void writtenMessagesCanBeRead() throws IOException {
        for (int round = 0; round < 500; round++) {
            Random random = new Random(round);
            List<byte[]> bodies = new ArrayList<>();
            Node root = node(random, 3, bodies);
            byte[] message = written(draft(root, new Field("Subject", new Value.Text(word(random)))));
            List<byte[]> read = Samples.read(message).leaves(false).stream()
                    .map(part -> Samples.decoded(message, part))
                    .toList();

            assertThat(read).as("round %s", round).hasSameSizeAs(bodies);
            for (int i = 0; i < read.size(); i++) {
                assertThat(read.get(i)).as("round %s", round).isEqualTo(bodies.get(i));
            }
        }
    }

    private static Node node(Random random, int depth, List<byte[]> bodies) {
        if (depth > 0 && random.nextInt(3) > 0) {
            List<Node> parts = new ArrayList<>();
            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                parts.add(node(random, depth - 1, bodies));
            }
            return new Node.Multipart("multipart/mixed", parts);
        }
        byte[] bytes = new byte[random.nextInt(300)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) "ab =.\r\n\t-\u00e9\0".charAt(random.nextInt(11));
        }
        bodies.add(bytes);
        String[] types = {"text/plain", "image/png", "message/rfc822", "message/delivery-status"};
        return stored(file(types[random.nextInt(types.length)], word(random)), bytes);
    }

    private static String word(Random random) {
        return random.ints(random.nextInt(90), ' ', 0x250)
                .filter(c -> !Character.isISOControl(c))
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
