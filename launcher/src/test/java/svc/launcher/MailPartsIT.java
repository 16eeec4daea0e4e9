package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Covers;
import svc.testkit.bundles.BlobCalls;
import svc.testkit.bundles.MailCalls;

/** Parts of messages are blobs that are not stored: they are extracted from their message, for its owner only. */
final class MailPartsIT {

    @RegisterExtension
    private static final ServerOfClass SERVER = ServerOfClass.shared();

    private static MailUser ann;
    private static BlobFiles files;
    private static int next;

    @BeforeAll
    static void start() {
        ann = MailUser.of(SERVER.running(), "ann@parts.test");
        files = new BlobFiles(SERVER.running().home());
    }

    /** Returns a file that no other message has. */
    private static byte[] file(int size) {
        byte[] file = new byte[size];
        new Random(++next).nextBytes(file);
        return file;
    }

    private static byte[] with(byte[] file) {
        return MailCalls.message(
                "From: a@far.test",
                "Subject: with a file " + next,
                "MIME-Version: 1.0",
                "Content-Type: multipart/mixed; boundary=b",
                "",
                "--b",
                "Content-Type: text/plain",
                "",
                "See the file.",
                "--b",
                "Content-Type: application/octet-stream; name=\"x.bin\"",
                "Content-Disposition: attachment; filename=\"x.bin\"",
                "Content-Transfer-Encoding: base64",
                "",
                Base64.getMimeEncoder().encodeToString(file),
                "--b--");
    }

    private static JsonNode bring(byte[] message) {
        return ann.bring(message, ann.mailbox("inbox"), "");
    }

    private static HttpResponse<byte[]> own(String blobId) {
        return ann.blobs().download(ann.who().accountId(), blobId);
    }

    private static void problem(HttpResponse<byte[]> response, int status, String type) {
        assertThat(response.statusCode())
                .as(new String(response.body(), StandardCharsets.UTF_8))
                .isEqualTo(status);
        assertThat(BlobClient.json(response).path("type").asText()).isEqualTo(type);
    }

    @Test
    @Covers("BLOB-06")
    void partIsExtractedFromItsMessage() {
        byte[] file = file(200_000);
        JsonNode created = bring(with(file));
        JsonNode attachment = ann.email(created.path("id").asText(), "attachments", "hasAttachment");
        assertThat(attachment.path("hasAttachment").asBoolean()).isTrue();
        assertThat(attachment.at("/attachments/0/name").asText()).isEqualTo("x.bin");
        assertThat(attachment.at("/attachments/0/size").asInt()).isEqualTo(file.length);
        String part = attachment.at("/attachments/0/blobId").asText();
        assertThat(part).isEqualTo(BlobCalls.id(file));
        assertThat(files.of(part)).as("stored once, in the message").isEmpty();
        assertThat(own(part).body()).isEqualTo(file);
        assertThat(files.of(part)).as("read from the message, and not stored").isEmpty();
        assertThat(own(part).body()).isEqualTo(file);
    }

    @Test
    @Covers({"BLOB-06", "RFC-06"})
    void partOfANestedMessageIsExtracted() {
        byte[] file = file(5_000);
        byte[] inner = with(file);
        byte[] outer = MailCalls.message(
                "From: a@far.test",
                "Subject: forwarded",
                "MIME-Version: 1.0",
                "Content-Type: multipart/mixed; boundary=outer",
                "",
                "--outer",
                "Content-Type: message/rfc822",
                "",
                new String(inner, StandardCharsets.ISO_8859_1).stripTrailing(),
                "--outer--");
        JsonNode created = bring(outer);
        JsonNode attached =
                ann.email(created.path("id").asText(), "attachments").at("/attachments/0");
        assertThat(attached.path("type").asText()).isEqualTo("message/rfc822");
        assertThat(own(attached.path("blobId").asText()).statusCode()).isEqualTo(200);
        JsonNode parsed = ann.call(
                        "Email/parse",
                        "'blobIds':['" + attached.path("blobId").asText() + "'],'properties':['attachments','subject']")
                .path("parsed")
                .path(attached.path("blobId").asText());
        String part = parsed.at("/attachments/0/blobId").asText();
        assertThat(part).isEqualTo(BlobCalls.id(file));
        assertThat(own(part).body()).isEqualTo(file);
    }

    @Test
    @Covers({"BLOB-07", "BLOB-10"})
    void partOfAMissingMessageIsDataLoss() {
        byte[] file = file(3_000);
        byte[] message = with(file);
        bring(message);
        String part = BlobCalls.id(file);
        files.flip(BlobCalls.id(message), 40);
        problem(own(part), 500, "blobMissing");
        files.delete(BlobCalls.id(message));
        problem(own(part), 500, "blobMissing");
        assertThat(SERVER.running().err().lines().filter(line -> line.contains("Data loss: the blob " + part)))
                .as("logged once")
                .hasSize(1);
    }

    @Test
    @Covers("BLOB-10")
    void missingMessageDoesNotFailTheResponse() {
        byte[] lost = with(file(500));
        String one = bring(lost).path("id").asText();
        String other = bring(with(file(500))).path("id").asText();
        files.delete(BlobCalls.id(lost));
        JsonNode list = ann.call(
                        "Email/get",
                        "'ids':['" + one + "','" + other + "'],'properties':['subject','bodyValues'],"
                                + "'fetchTextBodyValues':true")
                .path("list");
        assertThat(list).hasSize(2);
        assertThat(list.at("/0/subject").asText()).startsWith("with a file");
        assertThat(list.at("/0/bodyValues/1"))
                .hasToString("{\"value\":\"\",\"isEncodingProblem\":true,\"isTruncated\":true}");
        assertThat(list.at("/1/bodyValues/1/value").asText()).startsWith("See the file.");
        assertThat(SERVER.running().err().lines().filter(line -> line.contains(BlobCalls.id(lost))))
                .as("logged once")
                .hasSize(1);
    }

    @Test
    @Covers("BLOB-09")
    void blobInNoMessageIsNotFound() {
        problem(own(BlobCalls.id(file(10))), 404, "blobNotFound");
    }

    @Test
    @Covers({"BLOB-08", "BLOB-12", "BLOB-15"})
    void otherAccountsCannotReadParts() {
        byte[] file = file(3_000);
        bring(with(file));
        MailUser eve = MailUser.of(SERVER.running(), "eve@elsewhere.test");
        MailUser bob = MailUser.of(SERVER.running(), "bob@parts.test");
        for (MailUser other : List.of(eve, bob)) {
            problem(other.blobs().download(other.who().accountId(), BlobCalls.id(file)), 404, "blobNotFound");
            assertThat(other.blobs()
                            .download(ann.who().accountId(), BlobCalls.id(file))
                            .statusCode())
                    .isEqualTo(404);
        }
        assertThat(files.of(BlobCalls.id(file))).as("nothing was looked for").isEmpty();
    }

    @Test
    void lookupReportsTheObjectsThatReferToABlob() {
        byte[] file = file(2_000);
        byte[] message = with(file);
        JsonNode created = bring(message);
        for (byte[] blob : List.of(message, file)) {
            JsonNode found = ann.using(
                            List.of(MailUser.URN, BlobCalls.URN),
                            "['Blob/lookup',{'accountId':'@','typeNames':['Email','Thread','Mailbox'],'ids':['"
                                    + BlobCalls.id(blob) + "']},'c']")
                    .at("/0/1/list/0/matchedIds");
            assertThat(MailCalls.texts(found.path("Email")))
                    .containsExactly(created.path("id").asText());
            assertThat(MailCalls.texts(found.path("Thread")))
                    .containsExactly(created.path("threadId").asText());
            assertThat(MailCalls.texts(found.path("Mailbox"))).containsExactly(ann.mailbox("inbox"));
        }
    }

    @Test
    @Covers({"ADM-33", "BLOB-11"})
    void indexIsRebuiltAndWrongRowsRemoved() throws Exception {
        byte[] file = file(4_000);
        byte[] other = file(100);
        JsonNode created = bring(with(file));
        String invalid = BlobCalls.id(other);
        MailTables tables = new MailTables(SERVER.running().home());
        tables.change("INSERT INTO part (account, hash, n, path) SELECT account, X'" + invalid.substring(1)
                + "', n, '1' FROM part WHERE hash = X'" + BlobCalls.id(file).substring(1) + "'");
        tables.change("DELETE FROM part WHERE hash = X'" + BlobCalls.id(file).substring(1) + "'");
        problem(own(invalid), 500, "partDerivationMismatch");
        problem(own(BlobCalls.id(file)), 404, "blobNotFound");
        HttpResponse<String> response = SERVER.running().admin("POST", "/reindex-blobs", "{}");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(202);
        String job = SignedIn.json(response).at("/job/id").asText();
        SERVER.running()
                .await(
                        "done",
                        () -> SERVER.running()
                                .command("", "job", "show", job)
                                .out()
                                .contains("done"));
        assertThat(own(BlobCalls.id(file)).body()).isEqualTo(file);
        problem(own(invalid), 404, "blobNotFound");
        assertThat(ann.email(created.path("id").asText(), "id").path("id").asText())
                .isEqualTo(created.path("id").asText());
    }
}
