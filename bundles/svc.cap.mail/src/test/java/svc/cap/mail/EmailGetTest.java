package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.BlobId;
import svc.testkit.Covers;
import svc.testkit.engine.Client;

/** Email/get (RFC 8621 §4.1, §4.2). */
class EmailGetTest {

    private static final String MESSAGE = MailHouse.lines(
            "From: \"Ada L.\" <ada@one.example>, Group: bob@two.example, =?UTF-8?Q?J=C3=BCrgen?= <j@three.example>;",
            "To: eve@one.example",
            "Subject: =?UTF-8?Q?Caf=C3=A9?= time",
            "Date: Tue, 01 Jan 2030 12:00:00 +0200",
            "Message-ID: <a@one.example>",
            "In-Reply-To: <b@one.example>",
            "References: <c@one.example> <b@one.example>",
            "List-Post: <mailto:list@one.example>",
            "X-Tag: one",
            "X-Tag: two",
            "MIME-Version: 1.0",
            "Content-Type: multipart/mixed; boundary=out",
            "",
            "--out",
            "Content-Type: multipart/alternative; boundary=in",
            "",
            "--in",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: quoted-printable",
            "X-Part: plain",
            "",
            "Gr=C3=BC=C3=9Fe an alle",
            "--in",
            "Content-Type: text/html; charset=utf-8",
            "",
            "<p>Hello <a href=\"https://example.com/\">you</a></p>",
            "--in--",
            "--out",
            "Content-Type: application/pdf; name=a.pdf",
            "Content-Disposition: attachment; filename=a.pdf",
            "Content-Transfer-Encoding: base64",
            "Content-ID: <x@y>",
            "Content-Language: de, en",
            "",
            "AAECAw==",
            "--out--");

    private static final Set<String> STANDARD = Set.of(
            "id",
            "blobId",
            "threadId",
            "mailboxIds",
            "keywords",
            "size",
            "receivedAt",
            "messageId",
            "inReplyTo",
            "references",
            "sender",
            "from",
            "to",
            "cc",
            "bcc",
            "replyTo",
            "subject",
            "sentAt",
            "hasAttachment",
            "preview",
            "bodyValues",
            "textBody",
            "htmlBody",
            "attachments");

    @TempDir
    private Path directory;

    private MailHouse house;
    private Client ada;
    private String inbox;
    private String id;

    @BeforeEach
    void open() {
        house = new MailHouse(directory);
        ada = house.account("ada");
        inbox = house.mailbox(ada, "In");
        id = house.deliver(ada, inbox, MESSAGE);
    }

    @AfterEach
    void close() {
        house.close();
    }

    @Test
    @Covers(value = "DOM-01", partial = "RFC 8621 §4.2: the properties of a client that names none")
    void aClientThatNamesNoPropertiesGetsTheStandardOnes() {
        Map<String, @Nullable Object> email = house.get(ada, id, Map.of());
        assertThat(email.keySet()).isEqualTo(STANDARD);
        assertThat(email)
                .containsEntry("mailboxIds", Map.of(inbox, true))
                .containsEntry("keywords", Map.of())
                .containsEntry("size", MESSAGE.length())
                .containsEntry("messageId", List.of("a@one.example"))
                .containsEntry("inReplyTo", List.of("b@one.example"))
                .containsEntry("references", List.of("c@one.example", "b@one.example"))
                .containsEntry("sender", null)
                .containsEntry("subject", "Café time")
                .containsEntry("sentAt", "2030-01-01T12:00:00+02:00")
                .containsEntry("hasAttachment", true)
                .containsEntry("bodyValues", Map.of());
        assertThat(email.get("from"))
                .asString()
                .isEqualTo("[{name=Ada L., email=ada@one.example},"
                        + " {name=null, email=bob@two.example}, {name=Jürgen, email=j@three.example}]");
        assertThat(email.get("receivedAt")).asString().matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
        assertThat(email.get("preview")).asString().startsWith("Grüße");
    }

    @Test
    @Covers(value = "DOM-01", partial = "RFC 8621 §4.1.3: header fields as properties")
    void aHeaderFieldComesInEveryFormThatItMayBeHadIn() {
        Map<String, @Nullable Object> email = house.get(
                ada,
                id,
                "header:subject",
                "header:Subject:asText",
                "header:X-Tag",
                "header:X-Tag:all",
                "header:x-tag:asText:all",
                "header:From:asGroupedAddresses",
                "header:from:asAddresses:all",
                "header:References:asMessageIds",
                "header:Date:asDate",
                "header:List-POST:asURLs",
                "header:Missing",
                "header:Missing:asAddresses:all");
        assertThat(email)
                .containsEntry("header:subject", " =?UTF-8?Q?Caf=C3=A9?= time")
                .containsEntry("header:Subject:asText", "Café time")
                .containsEntry("header:X-Tag", " two")
                .containsEntry("header:X-Tag:all", List.of(" one", " two"))
                .containsEntry("header:x-tag:asText:all", List.of("one", "two"))
                .containsEntry("header:References:asMessageIds", List.of("c@one.example", "b@one.example"))
                .containsEntry("header:Date:asDate", "2030-01-01T12:00:00+02:00")
                .containsEntry("header:List-POST:asURLs", List.of("mailto:list@one.example"))
                .containsEntry("header:Missing", null)
                .containsEntry("header:Missing:asAddresses:all", List.of());
        assertThat(email.get("header:From:asGroupedAddresses"))
                .asString()
                .isEqualTo("[{name=null, addresses=[{name=Ada L., email=ada@one.example}]},"
                        + " {name=Group, addresses=[{name=null, email=bob@two.example},"
                        + " {name=Jürgen, email=j@three.example}]}]");
        assertThat((List<?>) email.get("header:from:asAddresses:all")).hasSize(1);
    }

    @Test
    @Covers(value = "DOM-01", partial = "RFC 8621 §4.1.2, §4.2: forms that a header field must not be had in")
    void aFormThatAFieldMustNotBeHadInIsRefused() {
        for (String wrong : List.of(
                "header:From:asDate",
                "header:From:asText",
                "header:Subject:asAddresses",
                "header:Date:asText",
                "header:Date:asMessageIds",
                "header:Message-ID:asText",
                "header:List-Post:asText",
                "header:Subject:asURLs",
                "header:To:asNothing",
                "header:To:all:asAddresses",
                "header:To:",
                "header:",
                "header:A B",
                "headers:To",
                "body")) {
            assertThat(ada.call("Email/get", Map.of("ids", List.of(), "properties", List.of(wrong)))
                            .error())
                    .as(wrong)
                    .isEqualTo("invalidArguments");
            assertThat(ada.call("Email/get", Map.of("ids", List.of(), "bodyProperties", List.of(wrong)))
                            .error())
                    .as(wrong)
                    .isEqualTo("invalidArguments");
        }
        assertThat(house.get(ada, id, "header:Resent-To:asAddresses", "header:X-Tag:asDate", "header:X-Tag:asURLs"))
                .containsEntry("header:Resent-To:asAddresses", null)
                .containsEntry("header:X-Tag:asDate", null);
    }

    @Test
    @Covers(value = "DOM-01", partial = "RFC 8621 §4.1.3: headers")
    void allHeaderFieldsComeInTheirOrder() {
        List<?> headers = list(house.get(ada, id, "headers").get("headers"));
        assertThat(headers).hasSize(12);
        assertThat(headers.get(2)).isEqualTo(Map.of("name", "Subject", "value", " =?UTF-8?Q?Caf=C3=A9?= time"));
        assertThat(headers.get(9)).isEqualTo(Map.of("name", "X-Tag", "value", " two"));
    }

    @Test
    @Covers(value = "DOM-01", partial = "RFC 8621 §4.1.4: parts")
    void theStructureShowsEveryPart() {
        Map<?, ?> root = map(house.get(ada, id, "bodyStructure").get("bodyStructure"));
        assertThat(root.get("partId")).isNull();
        assertThat(root.get("blobId")).isNull();
        assertThat(root.get("type")).isEqualTo("multipart/mixed");
        List<?> parts = list(root.get("subParts"));
        Map<?, ?> inner = map(parts.get(0));
        assertThat(inner.get("type")).isEqualTo("multipart/alternative");
        assertThat((List<?>) inner.get("subParts")).hasSize(2);
        Map<?, ?> pdf = map(parts.get(1));
        assertThat(pdf.get("type")).isEqualTo("application/pdf");
        assertThat(pdf.get("name")).isEqualTo("a.pdf");
        assertThat(pdf.get("disposition")).isEqualTo("attachment");
        assertThat(pdf.get("size")).isEqualTo(4);
        assertThat(pdf.get("cid")).isEqualTo("x@y");
        assertThat(pdf.get("language")).isEqualTo(List.of("de", "en"));
        assertThat(pdf.get("charset")).isNull();
        assertThat(pdf.get("location")).isNull();
        assertThat(pdf.get("blobId")).asString().startsWith("b");
        assertThat(pdf.containsKey("subParts")).isFalse();
    }

    @Test
    @Covers(value = "DOM-01", partial = "RFC 8621 §4.2: bodyProperties")
    void partsHaveThePropertiesThatAreNamed() {
        Map<String, @Nullable Object> email = house.get(
                ada,
                id,
                Map.of(
                        "properties",
                        List.of("textBody", "htmlBody", "attachments"),
                        "bodyProperties",
                        List.of("type", "header:X-Part:asText", "headers", "subParts")));
        Map<?, ?> text = map(list(email.get("textBody")).get(0));
        assertThat(new HashSet<Object>(text.keySet()))
                .isEqualTo(Set.of("type", "header:X-Part:asText", "headers", "subParts"));
        assertThat(text.get("header:X-Part:asText")).isEqualTo("plain");
        assertThat((List<?>) text.get("headers")).hasSize(3);
        assertThat(text.get("subParts")).isNull();
        assertThat(types(email.get("textBody"))).containsExactly("text/plain");
        assertThat(types(email.get("htmlBody"))).containsExactly("text/html");
        assertThat(types(email.get("attachments"))).containsExactly("application/pdf");
    }

    private static List<?> list(@Nullable Object value) {
        return (List<?>) Objects.requireNonNull(value);
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return (Map<?, ?>) Objects.requireNonNull(value);
    }

    private static List<Object> types(@Nullable Object parts) {
        List<Object> types = new ArrayList<>();
        ((List<?>) Objects.requireNonNull(parts)).forEach(part -> types.add(((Map<?, ?>) part).get("type")));
        return types;
    }

    private Map<?, ?> values(Map<String, ?> arguments) {
        Map<String, Object> all = new LinkedHashMap<>(arguments);
        all.put("properties", List.of("bodyValues", "textBody", "htmlBody"));
        return (Map<?, ?>) Objects.requireNonNull(house.get(ada, id, all).get("bodyValues"));
    }

    @Test
    @Covers(value = "DOM-01", partial = "RFC 8621 §4.2: body values")
    void theTextOfPartsComesWhereItIsAskedFor() {
        assertThat(values(Map.of())).isEmpty();
        assertThat(values(Map.of("fetchTextBodyValues", true)).values())
                .asString()
                .isEqualTo("[{value=Grüße an alle, isEncodingProblem=false, isTruncated=false}]");
        assertThat(values(Map.of("fetchHTMLBodyValues", true)).values())
                .asString()
                .contains("<p>Hello <a href=");
        assertThat(values(Map.of("fetchAllBodyValues", true))).hasSize(2);
        assertThat(values(Map.of("fetchTextBodyValues", true, "fetchHTMLBodyValues", true)))
                .hasSize(2);
        for (Map<String, ?> wrong : List.of(
                Map.of("fetchTextBodyValues", "yes"),
                Map.of("fetchAllBodyValues", 1),
                Map.of("maxBodyValueBytes", -1),
                Map.of("maxBodyValueBytes", 1.5),
                Map.of("maxBodyValueBytes", "7"),
                Map.of("bodyProperties", "type"))) {
            Map<String, Object> arguments = new LinkedHashMap<>(wrong);
            arguments.put("ids", List.of(id));
            assertThat(ada.call("Email/get", arguments).error()).as("%s", wrong).isEqualTo("invalidArguments");
        }
    }

    @Test
    @Covers(value = "DOM-01", partial = "RFC 8621 §4.2: maxBodyValueBytes")
    void aValueIsCutBetweenCharactersAndNotInsideATag() {
        for (int octets = 1; octets < 15; octets++) {
            Map<?, ?> value = (Map<?, ?>) values(Map.of("fetchTextBodyValues", true, "maxBodyValueBytes", octets))
                    .values()
                    .iterator()
                    .next();
            String text = String.valueOf(value.get("value"));
            assertThat("Grüße an alle").startsWith(text);
            assertThat(text.getBytes(StandardCharsets.UTF_8).length).isBetween(octets - 1, octets);
            assertThat(value.get("isTruncated")).isEqualTo(true);
        }
        for (int octets = 1; octets < 50; octets++) {
            Map<?, ?> value = (Map<?, ?>) values(Map.of("fetchHTMLBodyValues", true, "maxBodyValueBytes", octets))
                    .values()
                    .iterator()
                    .next();
            String text = String.valueOf(value.get("value"));
            assertThat(text.lastIndexOf('<')).as(text).isLessThanOrEqualTo(text.lastIndexOf('>'));
            assertThat(text.length()).isLessThanOrEqualTo(octets);
        }
    }

    @Test
    @Covers(value = "DOM-01", partial = "RFC 8621 §4.1.4: isEncodingProblem")
    void whatCannotBeDecodedIsSaidAndNoError() {
        id = house.deliver(
                ada, inbox, MailHouse.lines("Subject: s", "Content-Type: text/plain; charset=x-unknown", "", "text"));
        assertThat(values(Map.of("fetchAllBodyValues", true)).values())
                .asString()
                .contains("isEncodingProblem=true");
    }

    @Test
    @Covers(value = "DOM-01", partial = "RFC 8620 §5.1: the rules of every /get hold for messages")
    void manyMessagesComeWithWhatIsNotThereNamed() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 70; i++) {
            ids.add(house.deliver(ada, inbox, MailHouse.lines("Subject: " + i, "", "text " + i)));
        }
        ids.add("m0none");
        var got = ada.call(
                        "Email/get",
                        Map.of("ids", ids, "properties", List.of("subject", "bodyValues"), "fetchAllBodyValues", true))
                .done();
        assertThat(got.list("list")).hasSize(70);
        assertThat(got.texts("notFound")).containsExactly("m0none");
        assertThat(String.valueOf(got.list("list").get(69))).contains("text 69");
        assertThat(ada.all("Email")).hasSize(71);
    }

    @Test
    @Covers(value = "DOM-01", partial = "RFC 8621 §4.2: a message whose bytes are lost")
    void aMessageWhoseBytesAreLostIsStillListed() {
        String blob = String.valueOf(house.get(ada, id, "blobId").get("blobId"));
        house.bytes.lose("one", BlobId.parse(blob).orElseThrow());
        assertThat(house.get(ada, id, Map.of())).containsEntry("subject", "Café time");
        assertThat(ada.call("Email/get", Map.of("ids", List.of(id), "fetchAllBodyValues", true))
                        .error())
                .isEqualTo("serverFail");
    }
}
