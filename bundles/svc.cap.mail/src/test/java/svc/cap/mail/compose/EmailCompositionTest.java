package svc.cap.mail.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.cap.mail.Members.with;
import static svc.cap.mail.compose.Composer.read;
import static svc.cap.mail.compose.Composer.text;
import static svc.cap.mail.compose.Composer.values;
import static svc.cap.mail.compose.Composer.withText;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import svc.api.blob.BlobId;
import svc.mime.Address;
import svc.mime.BodyParts;
import svc.mime.Message;
import svc.mime.Part;
import svc.testkit.Covers;

/** RFC 8621 §4.6, rule by rule: the composed message has the properties that the client set. */
final class EmailCompositionTest {

    private static final byte[] PICTURE = {(byte) 0x89, 'P', 'N', 'G', 0, 1, 2, 3};

    private final Composer composer = new Composer();
    private String blob = "";

    @BeforeEach
    void keep() throws IOException {
        blob = composer.kept(PICTURE);
    }

    @Test
    @Covers(value = "RFC8621 §4.6", part = "the message that is made of a new Email")
    void headerFieldsAreWrittenFromTheirProperties() throws IOException {
        byte[] message = composer.made(withText(
                "messageId", List.of("1@example.com"),
                "inReplyTo", List.of("0@example.com"),
                "references", List.of("a@b", "0@example.com"),
                "from", List.of(with("name", "Jörg", "email", "j@example.com")),
                "to", List.of(with("name", null, "email", "a@example.com"), with("email", "b@example.com")),
                "cc", List.of(),
                "bcc", null,
                "subject", "Grüße",
                "sentAt", "2029-12-31T23:00:00+05:30",
                "header:X-Raw", " as it is",
                "header:List-Post:asURLs", List.of("mailto:l@example.com"),
                "header:X-Groups:asGroupedAddresses",
                        List.of(with("name", "Us", "addresses", List.of(with("name", null, "email", "a@example.com")))),
                "header:X-Many:asText:all", List.of("one", "two")));
        Message read = read(message);

        assertThat(read.headers().fields())
                .extracting(field -> field.name())
                .startsWith(
                        "Message-ID",
                        "In-Reply-To",
                        "References",
                        "From",
                        "To",
                        "Subject",
                        "Date",
                        "X-Raw",
                        "List-Post",
                        "X-Groups",
                        "X-Many",
                        "X-Many",
                        "MIME-Version");
        EmailHeaderText text = name -> String.valueOf(read.headers().last(name));
        assertThat(text.of("X-Raw")).isEqualTo("X-Raw: as it is");
        assertThat(text.of("Date")).isEqualTo("Date: Mon, 31 Dec 2029 23:00:00 +0530");
        assertThat(read.headers().all("X-Many"))
                .extracting(field -> field.text())
                .containsExactly("one", "two");
        assertThat(read.headers().all("From").get(0).addresses()).containsExactly(new Address("Jörg", "j@example.com"));
        assertThat(read.headers().all("References").get(0).messageIds()).containsExactly("a@b", "0@example.com");
    }

    @FunctionalInterface
    private interface EmailHeaderText {
        String of(String name);
    }

    @Test
    void textHtmlAndAttachmentsAreParsedBack() throws IOException {
        byte[] message = composer.made(with(
                "textBody", List.of(with("partId", "t", "type", "text/plain")),
                "htmlBody", List.of(with("partId", "h", "type", "text/html")),
                "attachments",
                        List.of(
                                with("blobId", blob, "type", "image/png", "name", "Bild ä.png"),
                                with("blobId", blob, "type", "image/png", "cid", "p1", "disposition", "inline"),
                                with("partId", "c", "type", "text/csv", "name", "t.csv")),
                "bodyValues", values("t", "Grüße\n", "h", "<p>Grüße<img src='cid:p1'>", "c", "a,b\n")));
        BodyParts parts = BodyParts.of(read(message).root());

        assertThat(read(message).root().type()).isEqualTo("multipart/mixed");
        assertThat(parts.text())
                .singleElement()
                .satisfies(part -> assertThat(text(message, part)).isEqualTo("Grüße\n"));
        assertThat(parts.html())
                .singleElement()
                .satisfies(part -> assertThat(text(message, part)).isEqualTo("<p>Grüße<img src='cid:p1'>"));
        assertThat(parts.attachments()).extracting(Part::cid).containsExactly("p1", null, null);
        assertThat(parts.attachments()).extracting(Part::name).containsExactly(null, "Bild ä.png", "t.csv");
        assertThat(parts.attachments().get(0).sha256())
                .isEqualTo(BlobId.parse(blob).orElseThrow().sha256());
        assertThat(parts.attachments().get(1).disposition()).isEqualTo("attachment");
    }

    @Test
    void bodyStructureIsComposedAsGiven() throws IOException {
        byte[] mail = "Subject: inner\r\n\r\nbody".getBytes(StandardCharsets.UTF_8);
        byte[] message = composer.made(with(
                "subject", "outer",
                "bodyStructure",
                        with(
                                "type", "multipart/mixed",
                                "header:X-Root", " x",
                                "subParts",
                                        List.of(
                                                with(
                                                        "partId",
                                                        "1",
                                                        "header:Content-Type",
                                                        " text/plain; format=flowed",
                                                        "language",
                                                        List.of("de")),
                                                with(
                                                        "type",
                                                        "multipart/alternative",
                                                        "subParts",
                                                        List.of(with(
                                                                "partId",
                                                                "2",
                                                                "type",
                                                                "text/html",
                                                                "location",
                                                                "http://x.example/"))),
                                                with("blobId", composer.kept(mail), "type", "message/rfc822"),
                                                with(
                                                        "blobId",
                                                        blob,
                                                        "type",
                                                        "text/x-a",
                                                        "charset",
                                                        "koi8-r",
                                                        "size",
                                                        5))),
                "bodyValues", values("1", "flowed", "2", "<b>")));
        Part root = read(message).root();

        assertThat(root.headers().last("X-Root")).hasToString("X-Root: x");
        assertThat(root.parts())
                .extracting(Part::type)
                .containsExactly("text/plain", "multipart/alternative", "message/rfc822", "text/x-a");
        assertThat(String.valueOf(root.parts().get(0).headers().last("Content-Type")))
                .contains("format=flowed", "charset=utf-8");
        assertThat(root.parts().get(0).language()).containsExactly("de");
        assertThat(root.parts().get(1).parts().get(0).location()).isEqualTo("http://x.example/");
        assertThat(root.parts().get(2).size()).isEqualTo(mail.length);
        assertThat(root.parts().get(3).charset()).isEqualTo("koi8-r");
    }

    @Test
    void anEmailWithoutABodyIsEmptyText() throws IOException {
        Part root = read(composer.made(with("subject", "x"))).root();

        assertThat(root.type()).isEqualTo("text/plain");
        assertThat(root.size()).isZero();
    }
}
