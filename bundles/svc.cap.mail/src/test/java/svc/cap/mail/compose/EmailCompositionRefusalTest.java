package svc.cap.mail.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static svc.cap.mail.Members.with;
import static svc.cap.mail.compose.Composer.values;
import static svc.cap.mail.compose.Composer.withText;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.blob.BlobId;
import svc.api.jmap.SetError;

/** RFC 8621 §4.6, rule by rule: invalid emails are rejected, and the error names the invalid property. */
final class EmailCompositionRefusalTest {

    private final Composer composer = new Composer();
    private String blob = "";

    @BeforeEach
    void keep() throws IOException {
        blob = composer.kept(new byte[] {1, 2, 3});
    }

    private SetError refused(Map<String, @Nullable Object> email) {
        return catchThrowableOfType(SetError.class, () -> composer.made(email));
    }

    private void refusedFor(Map<String, @Nullable Object> email, String... properties) {
        SetError error = refused(email);
        assertThat(error).as("%s", email).isNotNull();
        assertThat(error.members()).containsEntry("type", "invalidProperties");
        assertThat(error.members().get("properties")).isEqualTo(List.of(properties));
    }

    private static Map<String, @Nullable Object> withPart(@Nullable Object... members) {
        return with("bodyStructure", with(members), "bodyValues", values("1", "Hello"));
    }

    @Test
    void rejectsTwoPropertiesForOneHeaderField() {
        refusedFor(withText("from", List.of(), "header:from", " a@b"), "from", "header:from");
        refusedFor(withText("header:X-A", " a", "header:x-a:asText", "b"), "header:X-A", "header:x-a:asText");
        refusedFor(withText("headers", List.of()), "headers");
        refusedFor(withText("header:Content-Language", " de"), "header:Content-Language");
        refusedFor(
                with(
                        "subject",
                        "a",
                        "bodyStructure",
                        with("partId", "1", "type", "text/plain", "header:Subject", " b"),
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
    void rejectsUnknownPropertiesAndForms(String property) {
        refusedFor(withText(property, "x"), property);
    }

    @Test
    void rejectsValuesOfTheWrongTypeForTheHeaderForm() {
        refusedFor(withText("subject", 1), "subject");
        refusedFor(withText("from", "a@b"), "from");
        refusedFor(withText("from", List.of(with("name", "x"))), "from");
        refusedFor(withText("from", List.of(with("email", "x", "more", "y"))), "from");
        refusedFor(withText("sentAt", "yesterday"), "sentAt");
        refusedFor(withText("sentAt", "2030-02-30T00:00:00Z"), "sentAt");
        refusedFor(withText("messageId", List.of("a b")), "messageId");
        refusedFor(withText("messageId", List.of("<a@b>")), "messageId");
        refusedFor(withText("header:X:all", " x"), "header:X:all");
    }

    @Test
    void rejectsTwoFormsOfABody() {
        Map<String, @Nullable Object> both = withText();
        both.put("bodyStructure", with("partId", "1"));
        refusedFor(both, "bodyStructure", "textBody");
        refusedFor(with("textBody", List.of()), "textBody");
        refusedFor(
                with("textBody", List.of(with("partId", "1"), with("partId", "1")), "bodyValues", values("1", "x")),
                "textBody");
        refusedFor(
                with("textBody", List.of(with("partId", "1", "type", "text/html")), "bodyValues", values("1", "x")),
                "textBody");
        refusedFor(
                with("htmlBody", List.of(with("partId", "1", "type", "text/plain")), "bodyValues", values("1", "x")),
                "htmlBody");
        refusedFor(with("attachments", with()), "attachments");
    }

    @Test
    void rejectsInvalidHeaderFieldValues() {
        refusedFor(withText("header:X-A", " a\rBcc: b"), "header:X-A");
        refusedFor(withText("subject", "a\rb"), "subject");
        for (String email : List.of("a@b.example\r\nBcc: c@d.example", "a@b\n", "\ra@b", "a@" + "x".repeat(900))) {
            refusedFor(withText("to", List.of(with("email", email))), "to");
            refusedFor(
                    withText("header:To:asGroupedAddresses", List.of(with("addresses", List.of(with("email", email))))),
                    "header:To:asGroupedAddresses");
        }
        refusedFor(withText("references", List.of("x".repeat(901))), "references");
        String longName = "header:X-" + "x".repeat(100);
        refusedFor(withText(longName, " a"), longName);
    }

    @Test
    void rejectsInvalidParts() {
        for (Map<String, @Nullable Object> email : List.of(
                withPart("partId", "1", "blobId", blob),
                withPart("type", "text/plain"),
                withPart("partId", "2"),
                withPart("partId", "1", "charset", "utf-8"),
                withPart("blobId", blob, "type", "application/x-a", "charset", "koi8-r"),
                withPart("partId", "1", "cid", "x".repeat(901)),
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
    void rejectsTruncatedOrBrokenBodyValues() {
        for (Map<String, @Nullable Object> value : List.of(
                with("value", "x", "isTruncated", true),
                with("value", "x", "isEncodingProblem", true),
                with("value", 1),
                with("value", "x", "more", 1))) {
            refusedFor(with("textBody", List.of(with("partId", "1")), "bodyValues", with("1", value)), "bodyValues");
        }
    }

    @Test
    void blobNotFoundListsAllMissingBlobs() {
        String one = BlobId.of(new byte[32]).toString();
        SetError error = refused(with(
                "attachments",
                List.of(
                        with("blobId", one, "type", "a/b"),
                        with("blobId", blob, "type", "a/b"),
                        with("blobId", "no", "type", "a/b"))));

        assertThat(error.members()).containsEntry("type", "blobNotFound").containsEntry("notFound", List.of(one, "no"));
    }

    @Test
    void attachmentSizeIsLimited() throws IOException {
        SetError error =
                refused(with("attachments", List.of(with("blobId", composer.kept(new byte[1_001]), "type", "a/b"))));

        assertThat(error.members()).containsEntry("type", "tooLarge");
    }

    @Test
    void rejectsDeeplyNestedParts() {
        Map<String, @Nullable Object> part = with("partId", "1", "type", "text/plain");
        for (int i = 0; i < 100; i++) {
            part = with("type", "multipart/mixed", "subParts", List.of(part));
        }
        refusedFor(with("bodyStructure", part, "bodyValues", values("1", "x")), "bodyStructure");
    }
}
