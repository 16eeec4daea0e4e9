package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.jmap.SetError;
import svc.mime.Address;
import svc.mime.BodyParts;
import svc.mime.BodyText;
import svc.mime.Intake;
import svc.mime.Message;
import svc.mime.MessageReader;
import svc.mime.MessageWriter;
import svc.mime.Octets;
import svc.mime.Part;
import svc.mime.ReadLimits;
import svc.testkit.Covers;
import svc.testkit.MemoryBlobs;
import svc.testkit.SetClock;

/** RFC 8621 §4.6, rule by rule: what is described is the message that is made, and what is no message is refused. */
final class EmailCompositionTest {

    private static final String ORGANIZATION = "o";
    private static final byte[] PICTURE = {(byte) 0x89, 'P', 'N', 'G', 0, 1, 2, 3};

    private final SetClock clock = new SetClock();
    private final MemoryBlobs blobs = new MemoryBlobs(clock);
    private String blob = "";

    @BeforeEach
    void keep() throws IOException {
        blob = kept(PICTURE);
    }

    private String kept(byte[] bytes) throws IOException {
        try (BlobStore.Draft draft = blobs.draft(ORGANIZATION)) {
            try (OutputStream out = draft.out()) {
                out.write(bytes);
            }
            return draft.keep().toString();
        }
    }

    private byte[] made(Map<String, @Nullable Object> email) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new MessageWriter(clock, new Random(1), "example.com")
                .write(
                        EmailComposition.of(
                                email, id -> BlobId.parse(id).flatMap(known -> blobs.find(ORGANIZATION, known)), 1_000),
                        out);
        return out.toByteArray();
    }

    private static Message read(byte[] message) throws IOException {
        return new MessageReader(ReadLimits.USUAL).read(Octets.of(message), message.length, Intake.ARRIVAL);
    }

    private static String text(byte[] message, Part part) throws IOException {
        return BodyText.read(Octets.of(message), part.body(), part.encoding(), part.type(), part.charset(), 0)
                .value();
    }

    private static Map<String, @Nullable Object> map(@Nullable Object... members) {
        Map<String, @Nullable Object> map = new LinkedHashMap<>();
        for (int i = 0; i < members.length; i += 2) {
            map.put(String.valueOf(members[i]), members[i + 1]);
        }
        return map;
    }

    private static Map<String, @Nullable Object> values(String... texts) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (int i = 0; i < texts.length; i += 2) {
            values.put(texts[i], map("value", texts[i + 1]));
        }
        return values;
    }

    private SetError refused(Map<String, @Nullable Object> email) {
        return catchThrowableOfType(SetError.class, () -> made(email));
    }

    private void refusedFor(Map<String, @Nullable Object> email, String... properties) {
        SetError error = refused(email);
        assertThat(error).as("%s", email).isNotNull();
        assertThat(error.members()).containsEntry("type", "invalidProperties");
        assertThat(error.members().get("properties")).isEqualTo(List.of(properties));
    }

    private static Map<String, @Nullable Object> withText(@Nullable Object... members) {
        Map<String, @Nullable Object> email = map(members);
        email.put("textBody", List.of(map("partId", "1", "type", "text/plain")));
        email.put("bodyValues", values("1", "Hello"));
        return email;
    }

    private static Map<String, @Nullable Object> withPart(@Nullable Object... members) {
        return map("bodyStructure", map(members), "bodyValues", values("1", "Hello"));
    }

    @Test
    @Covers(value = "RFC8621 §4.6", partial = "the message that is made of a new Email")
    void headerFieldsAreWrittenFromTheirProperties() throws IOException {
        byte[] message = made(withText(
                "messageId", List.of("1@example.com"),
                "inReplyTo", List.of("0@example.com"),
                "references", List.of("a@b", "0@example.com"),
                "from", List.of(map("name", "Jörg", "email", "j@example.com")),
                "to", List.of(map("name", null, "email", "a@example.com"), map("email", "b@example.com")),
                "cc", List.of(),
                "bcc", null,
                "subject", "Grüße",
                "sentAt", "2029-12-31T23:00:00+05:30",
                "header:X-Raw", " as it is",
                "header:List-Post:asURLs", List.of("mailto:l@example.com"),
                "header:X-Groups:asGroupedAddresses",
                        List.of(map("name", "Us", "addresses", List.of(map("name", null, "email", "a@example.com")))),
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
    void textHtmlAndAttachmentsAreReadAsWhatTheyAre() throws IOException {
        byte[] message = made(map(
                "textBody", List.of(map("partId", "t", "type", "text/plain")),
                "htmlBody", List.of(map("partId", "h", "type", "text/html")),
                "attachments",
                        List.of(
                                map("blobId", blob, "type", "image/png", "name", "Bild ä.png"),
                                map("blobId", blob, "type", "image/png", "cid", "p1", "disposition", "inline"),
                                map("partId", "c", "type", "text/csv", "name", "t.csv")),
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
    void aStructureIsMadeAsItIsDescribed() throws IOException {
        byte[] mail = "Subject: inner\r\n\r\nbody".getBytes(StandardCharsets.UTF_8);
        byte[] message = made(map(
                "subject", "outer",
                "bodyStructure",
                        map(
                                "type", "multipart/mixed",
                                "header:X-Root", " x",
                                "subParts",
                                        List.of(
                                                map(
                                                        "partId",
                                                        "1",
                                                        "header:Content-Type",
                                                        " text/plain; format=flowed",
                                                        "language",
                                                        List.of("de")),
                                                map(
                                                        "type",
                                                        "multipart/alternative",
                                                        "subParts",
                                                        List.of(map(
                                                                "partId",
                                                                "2",
                                                                "type",
                                                                "text/html",
                                                                "location",
                                                                "http://x.example/"))),
                                                map("blobId", kept(mail), "type", "message/rfc822"),
                                                map(
                                                        "blobId",
                                                        blob,
                                                        "type",
                                                        "application/x-a",
                                                        "charset",
                                                        "koi8-r",
                                                        "size",
                                                        5))),
                "bodyValues", values("1", "flowed", "2", "<b>")));
        Part root = read(message).root();

        assertThat(root.headers().last("X-Root")).hasToString("X-Root: x");
        assertThat(root.parts())
                .extracting(Part::type)
                .containsExactly("text/plain", "multipart/alternative", "message/rfc822", "application/x-a");
        assertThat(String.valueOf(root.parts().get(0).headers().last("Content-Type")))
                .contains("format=flowed", "charset=utf-8");
        assertThat(root.parts().get(0).language()).containsExactly("de");
        assertThat(root.parts().get(1).parts().get(0).location()).isEqualTo("http://x.example/");
        assertThat(root.parts().get(2).size()).isEqualTo(mail.length);
        assertThat(root.parts().get(3).charset()).isEqualTo("koi8-r");
    }

    @Test
    void anEmailWithoutABodyIsEmptyText() throws IOException {
        Part root = read(made(map("subject", "x"))).root();

        assertThat(root.type()).isEqualTo("text/plain");
        assertThat(root.size()).isZero();
    }

    @Test
    void oneFieldIsGivenByOneProperty() {
        refusedFor(withText("from", List.of(), "header:from", " a@b"), "from", "header:from");
        refusedFor(withText("header:X-A", " a", "header:x-a:asText", "b"), "header:X-A", "header:x-a:asText");
        refusedFor(withText("headers", List.of()), "headers");
        refusedFor(withText("header:Content-Language", " de"), "header:Content-Language");
        refusedFor(
                map(
                        "subject",
                        "a",
                        "bodyStructure",
                        map("partId", "1", "type", "text/plain", "header:Subject", " b"),
                        "bodyValues",
                        values("1", "x")),
                "subject",
                "header:Subject");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "header:From:asDate",
                "header:Subject:asAddresses",
                "header:Date:asText",
                "header:",
                "header:X:asNothing",
                "header:X Y",
                "unknown",
                "header:To:asURLs:all"
            })
    void whatIsNoPropertyOrNoFormIsRefused(String property) {
        refusedFor(withText(property, "x"), property);
    }

    @Test
    void valuesMustHaveTheTypesOfTheirForms() {
        refusedFor(withText("subject", 1), "subject");
        refusedFor(withText("from", "a@b"), "from");
        refusedFor(withText("from", List.of(map("name", "x"))), "from");
        refusedFor(withText("from", List.of(map("email", "x", "more", "y"))), "from");
        refusedFor(withText("sentAt", "yesterday"), "sentAt");
        refusedFor(withText("sentAt", "2030-02-30T00:00:00Z"), "sentAt");
        refusedFor(withText("messageId", List.of("a b")), "messageId");
        refusedFor(withText("messageId", List.of("<a@b>")), "messageId");
        refusedFor(withText("header:X:all", " x"), "header:X:all");
    }

    @Test
    void aBodyIsGivenInOneWay() {
        Map<String, @Nullable Object> both = withText();
        both.put("bodyStructure", map("partId", "1"));
        refusedFor(both, "bodyStructure", "textBody");
        refusedFor(map("textBody", List.of()), "textBody");
        refusedFor(
                map("textBody", List.of(map("partId", "1"), map("partId", "1")), "bodyValues", values("1", "x")),
                "textBody");
        refusedFor(
                map("textBody", List.of(map("partId", "1", "type", "text/html")), "bodyValues", values("1", "x")),
                "textBody");
        refusedFor(
                map("htmlBody", List.of(map("partId", "1", "type", "text/plain")), "bodyValues", values("1", "x")),
                "htmlBody");
        refusedFor(map("attachments", map()), "attachments");
    }

    @Test
    void aPartIsWhatAPartMayBe() {
        for (Map<String, @Nullable Object> email : List.of(
                withPart("partId", "1", "blobId", blob),
                withPart("type", "text/plain"),
                withPart("partId", "2"),
                withPart("partId", "1", "charset", "utf-8"),
                withPart("partId", "1", "size", 5),
                withPart("partId", "1", "headers", List.of()),
                withPart("partId", "1", "header:Content-Transfer-Encoding", " 8bit"),
                withPart("partId", "1", "type", "text/plain", "header:Content-Type", " text/plain"),
                withPart("partId", "1", "cid", "a", "header:content-id", " <a>"),
                withPart("partId", "1", "type", "no type"),
                withPart("partId", "1", "unknown", "x"),
                withPart("partId", "1", "subParts", List.of()),
                withPart("partId", "1", "type", "multipart/mixed"),
                withPart("type", "multipart/mixed"),
                withPart("type", "multipart/mixed", "subParts", List.of()),
                withPart("partId", "1", "disposition", "a; b"),
                withPart("partId", "1", "language", "de"),
                withPart("partId", 1))) {
            refusedFor(email, "bodyStructure");
        }
    }

    @Test
    void aBodyValueIsWholeAndSound() {
        for (Map<String, @Nullable Object> value : List.of(
                map("value", "x", "isTruncated", true),
                map("value", "x", "isEncodingProblem", true),
                map("value", 1),
                map("value", "x", "more", 1))) {
            refusedFor(map("textBody", List.of(map("partId", "1")), "bodyValues", map("1", value)), "bodyValues");
        }
    }

    @Test
    void blobsThatAreNotThereAreAllNamed() {
        String one = BlobId.of(new byte[32]).toString();
        SetError error = refused(map(
                "attachments",
                List.of(
                        map("blobId", one, "type", "a/b"),
                        map("blobId", blob, "type", "a/b"),
                        map("blobId", "no", "type", "a/b"))));

        assertThat(error.members()).containsEntry("type", "blobNotFound").containsEntry("notFound", List.of(one, "no"));
    }

    @Test
    void whatIsAttachedHasALimit() throws IOException {
        SetError error = refused(map("attachments", List.of(map("blobId", kept(new byte[1_001]), "type", "a/b"))));

        assertThat(error.members()).containsEntry("type", "tooLarge");
    }

    @Test
    void partsAreNotNestedWithoutEnd() {
        Map<String, @Nullable Object> part = map("partId", "1", "type", "text/plain");
        for (int i = 0; i < 100; i++) {
            part = map("type", "multipart/mixed", "subParts", List.of(part));
        }
        refusedFor(map("bodyStructure", part, "bodyValues", values("1", "x")), "bodyStructure");
    }
}
