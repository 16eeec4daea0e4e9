package svc.cap.mail.capability;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.api.blob.BlobId;
import svc.cap.mail.mailbox.MailFixture;
import svc.testkit.Covers;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/** {@code Email/set} (RFC 8621 §4.6): creation of emails. */
class EmailCreateTest {

    @TempDir
    private Path directory;

    private MailFixture fixture;
    private Client ada;
    private String drafts;

    @BeforeEach
    void open() {
        fixture = new MailFixture(directory);
        ada = fixture.account("ada");
        drafts = fixture.mailbox(ada, "Mine");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private Map<String, Object> email(Map<String, ?> properties) {
        Map<String, Object> email = new LinkedHashMap<>();
        email.put("mailboxIds", Map.of(drafts, true));
        email.put("from", List.of(Map.of("name", "Ada", "email", "ada@one.example")));
        email.put("subject", "Grüße");
        email.put("textBody", List.of(Map.of("partId", "t", "type", "text/plain")));
        email.put("bodyValues", Map.of("t", Map.of("value", "Hällo\nyou")));
        email.putAll(properties);
        return email;
    }

    private Response set(Map<String, ?> email) {
        return ada.call("Email/set", Map.of("create", Map.of("k", email))).done();
    }

    private Map<?, ?> created(Map<String, ?> email) {
        Response response = set(email);
        assertThat(response.arguments().get("notCreated")).isNull();
        return (Map<?, ?>) Objects.requireNonNull(response.object("created").get("k"));
    }

    private Map<?, ?> refused(Map<String, ?> email) {
        Response response = set(email);
        assertThat(response.arguments().get("created")).as("%s", email).isNull();
        assertThat(response.text("newState")).isEqualTo(response.text("oldState"));
        return (Map<?, ?>) Objects.requireNonNull(response.object("notCreated").get("k"));
    }

    private String raw(@Nullable Object blobId) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            var stored = fixture.blobs
                    .find(ada.account(), BlobId.parse(String.valueOf(blobId)).orElseThrow())
                    .orElseThrow();
            stored.send(0, stored.size(), out);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    @Covers("RFC8621 §4.6")
    void createdEmailHasTheGivenProperties() {
        String blob = fixture.upload(ada, new byte[] {0, 1, 2});
        Map<?, ?> created = created(email(Map.of(
                "keywords",
                Map.of("$Draft", true, "$seen", true),
                "receivedAt",
                "2029-05-06T07:08:09Z",
                "to",
                List.of(Map.of("email", "eve@one.example")),
                "header:X-Tag:asText",
                "täg",
                "htmlBody",
                List.of(Map.of("partId", "h", "type", "text/html")),
                "bodyValues",
                Map.of("t", Map.of("value", "Hällo\nyou"), "h", Map.of("value", "<p>Hällo</p>")),
                "attachments",
                List.of(Map.of("blobId", blob, "type", "image/png", "name", "a b.png", "disposition", "attachment")))));
        assertThat(created.keySet()).isEqualTo(java.util.Set.of("id", "blobId", "threadId", "size"));
        String raw = raw(created.get("blobId"));
        assertThat(created.get("size")).isEqualTo(raw.length());
        assertThat(raw).contains("Message-ID: <", "@one.example>", "Date: ", "MIME-Version: 1.0");
        Map<String, @Nullable Object> email = fixture.get(
                ada,
                String.valueOf(created.get("id")),
                Map.of(
                        "properties",
                        List.of(
                                "mailboxIds",
                                "keywords",
                                "receivedAt",
                                "subject",
                                "header:X-Tag:asText",
                                "bodyValues",
                                "attachments",
                                "hasAttachment",
                                "preview",
                                "threadId"),
                        "fetchAllBodyValues",
                        true));
        assertThat(email)
                .containsEntry("mailboxIds", Map.of(drafts, true))
                .containsEntry("keywords", Map.of("$draft", true, "$seen", true))
                .containsEntry("receivedAt", "2029-05-06T07:08:09Z")
                .containsEntry("subject", "Grüße")
                .containsEntry("header:X-Tag:asText", "täg")
                .containsEntry("hasAttachment", true)
                .containsEntry("threadId", created.get("threadId"));
        assertThat(email.get("bodyValues")).asString().contains("value=Hällo\nyou", "value=<p>Hällo</p>");
        Map<?, ?> attached = (Map<?, ?>) ((List<?>) Objects.requireNonNull(email.get("attachments"))).get(0);
        assertThat(attached.get("blobId")).isEqualTo(blob);
        assertThat(attached.get("name")).isEqualTo("a b.png");
        assertThat(fixture.counts(ada, drafts)).isEqualTo("1 0 1 0");
    }

    @Test
    @Covers("RFC8621 §4.6")
    void bodyStructureIsCreatedAsGiven() {
        Map<String, Object> email = email(Map.of(
                "bodyStructure",
                Map.of(
                        "type",
                        "multipart/mixed",
                        "subParts",
                        List.of(
                                Map.of("partId", "t", "type", "text/plain", "header:X-Part", " one"),
                                Map.of("partId", "u", "type", "text/plain", "disposition", "attachment"))),
                "bodyValues",
                Map.of("t", Map.of("value", "one"), "u", Map.of("value", "two"))));
        email.remove("textBody");
        String id = String.valueOf(created(email).get("id"));
        assertThat(fixture.get(
                                ada,
                                id,
                                Map.of(
                                        "properties",
                                        List.of("bodyStructure"),
                                        "bodyProperties",
                                        List.of("type", "header:X-Part", "disposition")))
                        .get("bodyStructure"))
                .asString()
                .contains("type=multipart/mixed", "header:X-Part= one", "disposition=attachment");
    }

    @Test
    @Covers("RFC8621 §4.6")
    void rejectsAmbiguousProperties() {
        Map<String, Map<String, ?>> wrong = new LinkedHashMap<>();
        wrong.put("headers", Map.of("headers", List.of()));
        wrong.put("subject", Map.of("header:subject:asText", "again"));
        wrong.put("header:From:asDate", Map.of("header:From:asDate", "2030-01-01T00:00:00Z"));
        wrong.put("header:Content-Type", Map.of("header:Content-Type", " text/plain"));
        wrong.put("bodyStructure", Map.of("bodyStructure", Map.of("partId", "t", "type", "text/plain")));
        wrong.put("textBody", Map.of("textBody", List.of(Map.of("partId", "t", "type", "text/html"))));
        wrong.put("htmlBody", Map.of("htmlBody", List.of(Map.of("partId", "t", "type", "text/plain"))));
        wrong.put("bodyValues", Map.of("bodyValues", Map.of("t", Map.of("value", "x", "isTruncated", true))));
        wrong.put("nonsense", Map.of("nonsense", 1));
        wrong.put("id", Map.of("id", "m1"));
        wrong.put("size", Map.of("size", 1));
        wrong.put("preview", Map.of("preview", "x"));
        wrong.put("keywords", Map.of("keywords", Map.of("a b", true)));
        wrong.put("receivedAt", Map.of("receivedAt", "yesterday"));
        wrong.put("mailboxIds", Map.of("mailboxIds", Map.of()));
        wrong.forEach((name, properties) -> {
            Map<?, ?> error = refused(email(properties));
            assertThat(error.get("type")).as(name).isEqualTo("invalidProperties");
            assertThat(String.valueOf(error.get("properties"))).as("%s", error).contains(name);
        });
        assertThat(ada.all("Email")).isEmpty();
    }

    @Test
    @Covers("RFC8621 §4.6")
    void rejectsPartsWithPartIdAndBlobId() {
        String blob = fixture.upload(ada, new byte[] {1});
        for (Map<String, ?> part : List.of(
                Map.of("partId", "t", "blobId", blob, "type", "text/plain"),
                Map.of("type", "text/plain"),
                Map.of("partId", "none", "type", "text/plain"),
                Map.of("partId", "t", "type", "text/plain", "charset", "utf-8"),
                Map.of("partId", "t", "type", "text/plain", "size", 3),
                Map.of("partId", "t", "type", "text/plain", "headers", List.of()),
                Map.of("partId", "t", "type", "text/plain", "header:Content-Transfer-Encoding", " 8bit"),
                Map.of("partId", "t", "type", "text/plain", "header:Content-Type", " text/html"))) {
            assertThat(refused(email(Map.of("textBody", List.of(part)))).get("type"))
                    .as("%s", part)
                    .isEqualTo("invalidProperties");
        }
    }

    @Test
    @Covers("RFC8621 §4.6")
    void blobNotFoundListsAllMissingBlobs() {
        String there = fixture.upload(ada, new byte[] {1});
        String foreign = fixture.upload(fixture.account("bob"), new byte[] {2});
        String unknownUser = "b" + "0".repeat(64);
        Map<?, ?> error = refused(email(Map.of(
                "attachments",
                List.of(
                        Map.of("blobId", there, "type", "image/png"),
                        Map.of("blobId", unknownUser, "type", "image/png"),
                        Map.of("blobId", foreign, "type", "image/png"),
                        Map.of("blobId", "nonsense", "type", "image/png")))));
        assertThat(error.get("type")).isEqualTo("blobNotFound");
        assertThat((List<?>) error.get("notFound"))
                .extracting(String::valueOf)
                .containsExactlyInAnyOrder(unknownUser, foreign, "nonsense");
    }

    @Test
    @Covers({"RFC8621 §4.6", "RFC8620 §5.3"})
    void emailCanUseAMailboxCreatedInTheSameRequest() {
        List<Response> responses = ada.request()
                .call("Mailbox/set", Map.of("create", Map.of("box", Map.of("name", "New"))))
                .call("Email/set", Map.of("create", Map.of("k", email(Map.of("mailboxIds", Map.of("#box", true))))))
                .call("Email/set", Map.of("update", Map.of("#k", Map.of("keywords/$seen", true))))
                .send();
        String mailbox = String.valueOf(((Map<?, ?>) Objects.requireNonNull(
                        responses.get(0).object("created").get("box")))
                .get("id"));
        String id = String.valueOf(((Map<?, ?>) Objects.requireNonNull(
                        responses.get(1).object("created").get("k")))
                .get("id"));
        assertThat(responses.get(2).object("updated")).containsOnlyKeys(id);
        assertThat(fixture.get(ada, id, "mailboxIds")).containsEntry("mailboxIds", Map.of(mailbox, true));
        assertThat(refused(email(Map.of("mailboxIds", Map.of("fvvvv", true)))).get("properties"))
                .isEqualTo(List.of("mailboxIds"));
        assertThat(refused(email(Map.of("mailboxIds", Map.of("#none", true)))).get("properties"))
                .isEqualTo(List.of("mailboxIds"));
    }

    @Test
    @Covers("RFC8621 §4.6")
    void rejectedCreationDoesNotAffectOthers() {
        Response response = ada.call(
                        "Email/set",
                        Map.of(
                                "create",
                                Map.of("a", email(Map.of()), "b", email(Map.of("from", 7)), "c", email(Map.of()))))
                .done();
        assertThat(response.object("created")).containsOnlyKeys("a", "c");
        assertThat(response.object("notCreated")).containsOnlyKeys("b");
        assertThat(ada.all("Email")).hasSize(2);
    }

    @Test
    @Covers("RFC8621 §4.6")
    void emptyDraftIsAMessage() {
        Map<?, ?> created = created(Map.of("mailboxIds", Map.of(drafts, true), "keywords", Map.of("$draft", true)));
        assertThat(fixture.get(ada, String.valueOf(created.get("id")), Map.of()))
                .containsEntry("subject", null)
                .containsEntry("preview", "")
                .hasEntrySatisfying(
                        "messageId", ids -> assertThat((List<?>) ids).hasSize(1));
    }
}
