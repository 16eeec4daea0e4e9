package svc.cap.mail.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import svc.api.blob.BlobId;
import svc.cap.mail.SampleMessageTest;
import svc.cap.mail.mailbox.MailFixture;
import svc.testkit.Covers;

/** {@code Email/get} (RFC 8621 §4.1, §4.2): metadata and header fields. */
class EmailGetTest extends SampleMessageTest {

    /** RFC 8621 §4.2. */
    private static final Set<String> STANDARD =
            Set.of(("id blobId threadId mailboxIds keywords size receivedAt messageId"
                            + " inReplyTo references sender from to cc bcc replyTo subject sentAt hasAttachment preview bodyValues"
                            + " textBody htmlBody attachments")
                    .split(" "));

    @Test
    @Covers("RFC8621 §4.2")
    void defaultPropertiesAreReturned() {
        Map<String, @Nullable Object> email = fixture.get(ada, id, Map.of());
        assertThat(email.keySet()).isEqualTo(STANDARD);
        assertThat(email)
                .containsEntry("mailboxIds", Map.of(inbox, true))
                .containsEntry("keywords", Map.of())
                .containsEntry("size", TEXT.length())
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
    @Covers("RFC8621 §4.1.3")
    void headerFieldIsReturnedInEveryAllowedForm() {
        Map<String, @Nullable Object> email = fixture.get(
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
    @Covers({"RFC8621 §4.1.2", "RFC8621 §4.2"})
    void rejectsForbiddenHeaderForms() {
        for (String invalid : List.of(
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
            assertThat(ada.call("Email/get", Map.of("ids", List.of(), "properties", List.of(invalid)))
                            .error())
                    .as(invalid)
                    .isEqualTo("invalidArguments");
            assertThat(ada.call("Email/get", Map.of("ids", List.of(), "bodyProperties", List.of(invalid)))
                            .error())
                    .as(invalid)
                    .isEqualTo("invalidArguments");
        }
        assertThat(fixture.get(ada, id, "header:Resent-To:asAddresses", "header:X-Tag:asDate", "header:X-Tag:asURLs"))
                .containsEntry("header:Resent-To:asAddresses", null)
                .containsEntry("header:X-Tag:asDate", null);
    }

    @Test
    @Covers("RFC8621 §4.1.3")
    void headersAreReturnedInOrder() {
        List<?> headers =
                (List<?>) Objects.requireNonNull(fixture.get(ada, id, "headers").get("headers"));
        assertThat(headers).hasSize(12);
        assertThat(headers.get(2)).isEqualTo(Map.of("name", "Subject", "value", " =?UTF-8?Q?Caf=C3=A9?= time"));
        assertThat(headers.get(9)).isEqualTo(Map.of("name", "X-Tag", "value", " two"));
    }

    @Test
    @Covers("RFC8620 §5.1")
    void getReturnsManyEmailsAndNotFound() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 70; i++) {
            ids.add(fixture.deliver(ada, inbox, MailFixture.lines("Subject: " + i, "", "text " + i)));
        }
        ids.add("m0none");
        var response = ada.call(
                        "Email/get",
                        Map.of("ids", ids, "properties", List.of("subject", "bodyValues"), "fetchAllBodyValues", true))
                .done();
        assertThat(response.list("list")).hasSize(70);
        assertThat(response.texts("notFound")).containsExactly("m0none");
        assertThat(String.valueOf(response.list("list").get(69))).contains("text 69");
        assertThat(ada.all("Email")).hasSize(71);
    }

    @Test
    @Covers({"RFC8621 §4.2", "BLOB-10"})
    void emailWithMissingBlobIsStillReturned() {
        String blob = String.valueOf(fixture.get(ada, id, "blobId").get("blobId"));
        fixture.bytes.lose("one", BlobId.parse(blob).orElseThrow());
        assertThat(fixture.get(ada, id, Map.of())).containsEntry("subject", "Café time");
        String whole = fixture.deliver(ada, inbox, MailFixture.lines("Subject: whole", "", "text"));
        List<?> both = ada.call("Email/get", Map.of("ids", List.of(id, whole), "fetchAllBodyValues", true))
                .done()
                .list("list");
        assertThat(String.valueOf(both.get(1)))
                .as("one that is lost spoils no other")
                .contains("value=text", "isTruncated=false");
        Map<?, ?> lost = (Map<?, ?>) Objects.requireNonNull(both.get(0));
        assertThat(lost.get("subject")).isEqualTo("Café time");
        assertThat((Map<?, ?>) Objects.requireNonNull(lost.get("bodyValues")))
                .isNotEmpty()
                .allSatisfy((part, value) -> assertThat(value)
                        .isEqualTo(Map.of("value", "", "isEncodingProblem", true, "isTruncated", true)));
        assertThat(fixture.get(ada, id, "headers", "header:X-Tag:asText"))
                .containsEntry("headers", List.of())
                .containsEntry("header:X-Tag:asText", null);
    }
}
