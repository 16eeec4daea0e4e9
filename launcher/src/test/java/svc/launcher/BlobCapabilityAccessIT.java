package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;
import svc.testkit.bundles.BlobCalls;
import svc.testkit.bundles.MailCalls;

/** Which blobs a caller can access in method calls (RFC 9404 §5), and what happens to lost ones. */
final class BlobCapabilityAccessIT {

    private static final String ALL = BlobCalls.CORE + " " + BlobCalls.URN + " " + KeepsBundle.URN;
    private static final String MAIL = BlobCalls.CORE + " " + BlobCalls.URN + " " + MailCalls.URN;

    private static RunningServer server;
    private static MailUser ann;
    private static BlobClient bob;
    private static BlobCalls anns;
    private static BlobCalls bobs;

    @BeforeAll
    static void start() {
        server = SharedServer.plain();
        ann = MailUser.of(server, "ann@one.access.test");
        bob = BlobClient.of(SignedIn.as(server, "bob@one.access.test"));
        anns = new BlobCalls(ann.who());
        bobs = new BlobCalls(bob.who());
    }

    private static String name(String text) {
        return BlobCalls.id(BlobClient.bytes(text));
    }

    @Test
    @Covers({"BLOB-15", "GEN-06"})
    void sharedAccountShowsOnlySharedBlobs() {
        MailUser cyd = MailUser.of(server, "cyd@one.access.test");
        BlobCalls cyds = new BlobCalls(cyd.who());
        String shared = "shared:" + cyd.who().accountId();
        String open = cyd.newMailbox("Open");
        byte[] letter = MailCalls.message("Subject: cyd for all");
        String secret =
                cyds.create("{'data':[{'data:asText':'cyd alone'}]}").path("id").asText();
        JsonNode email = cyd.bring(letter, open, "");
        String shown = email.path("blobId").asText();
        String hidden = cyd.bring(MailCalls.message("Subject: cyd alone"), cyd.mailbox("inbox"), "")
                .path("blobId")
                .asText();

        cyd.share(open, ann.who(), "{'mayReadItems':true}");
        assertThat(ann.blobs().upload(shared, BlobClient.bytes("x")).statusCode())
                .isEqualTo(403);
        assertThat(ann.blobs().download(shared, shown).body()).isEqualTo(letter);
        for (String blob : List.of(secret, hidden)) {
            assertThat(ann.blobs().download(shared, blob).statusCode()).isEqualTo(404);
        }
        String ids = "'accountId':'" + shared + "','ids':['" + shown + "','" + secret + "','" + hidden + "']";
        JsonNode found = anns.call(MAIL, "Blob/get", ids + ",'properties':['size']");
        assertThat(found.path("list").findValuesAsText("id")).containsExactly(shown);
        assertThat(MailCalls.texts(found.path("notFound"))).containsExactly(secret, hidden);
        JsonNode lookup = anns.call(MAIL, "Blob/lookup", ids + ",'typeNames':['Email','Mailbox']");
        assertThat(lookup.at("/list/0/matchedIds"))
                .isEqualTo(
                        BlobCalls.json("{'Email':['" + email.path("id").asText() + "'],'Mailbox':['" + open + "']}"));
        assertThat(lookup.at("/list/2/matchedIds")).isEqualTo(BlobCalls.json("{'Email':[],'Mailbox':[]}"));
        assertThat(anns.call(MAIL, "Blob/upload", "'accountId':'" + shared + "','create':{'k':{'data':[]}}")
                        .path("type")
                        .asText())
                .isEqualTo("accountReadOnly");
        // a blob of one account is not a source for another account
        assertThat(anns.create("{'data':[{'blobId':'" + shown + "'}]}")
                        .path("type")
                        .asText())
                .isEqualTo("invalidProperties");
    }

    @Test
    @Covers("BLOB-15")
    void uploadToASharedAccountIsVisibleOnlyToTheUploaderUntilReferenced() {
        MailUser dot = MailUser.of(server, "dot@one.access.test");
        BlobCalls dots = new BlobCalls(dot.who());
        String shared = "shared:" + dot.who().accountId();
        dot.share(dot.newMailbox("Open"), ann.who(), "{'mayReadItems':true,'mayAddItems':true}");
        JsonNode created = BlobClient.json(ann.blobs().upload(shared, BlobClient.bytes("from ann")));
        assertThat(created.path("accountId").asText()).isEqualTo(shared);
        String id = created.path("blobId").asText();
        assertThat(ann.blobs().download(shared, id).statusCode()).isEqualTo(200);
        assertThat(dots.get(id, "").path("notFound")).isEqualTo(BlobCalls.json("['" + id + "']"));
        assertThat(dots.create("{'data':[{'blobId':'" + id + "'}]}")
                        .path("type")
                        .asText())
                .isEqualTo("invalidProperties");
        KeepsBundle.createReference(dots, id, 5);
        assertThat(dots.get(id, "").path("list")).hasSize(1);
        assertThat(dots.call(ALL, "Blob/lookup", "'accountId':'@','typeNames':['Keep'],'ids':['" + id + "']")
                        .at("/list/0/matchedIds"))
                .isEqualTo(BlobCalls.json("{'Keep':['" + KeepsBundle.id(5) + "']}"));
    }

    @Test
    @Covers("GEN-06")
    void otherTenantsAreInvisible() {
        BlobClient otherTenantClient = BlobClient.of(SignedIn.as(server, "eve@two.access.test"));
        String id = anns.create("{'data':[{'data:asText':'only in one'}]}")
                .path("id")
                .asText();
        KeepsBundle.createReference(anns, id, 20);
        BlobCalls eves = new BlobCalls(otherTenantClient.who());
        for (String method : List.of("Blob/upload", "Blob/get", "Blob/lookup")) {
            String more = method.equals("Blob/upload")
                    ? ",'create':{'k':{'data':[]}}"
                    : ",'ids':['" + id + "']" + (method.equals("Blob/get") ? "" : ",'typeNames':['Keep']");
            JsonNode unknown = eves.call(ALL, method, "'accountId':'avvvv'" + more);
            assertThat(unknown.path("type").asText()).isEqualTo("accountNotFound");
            for (String account :
                    List.of(ann.who().accountId(), "shared:" + ann.who().accountId())) {
                assertThat(eves.call(ALL, method, "'accountId':'" + account + "'" + more))
                        .isEqualTo(unknown);
            }
        }
        assertThat(eves.get(id, "").path("notFound")).isEqualTo(BlobCalls.json("['" + id + "']"));
        assertThat(eves.create("{'data':[{'blobId':'" + id + "'}]}")
                        .path("type")
                        .asText())
                .isEqualTo("invalidProperties");
        assertThat(eves.call(ALL, "Blob/lookup", "'accountId':'@','typeNames':['Keep'],'ids':['" + id + "']")
                        .at("/list/0/matchedIds/Keep"))
                .isEmpty();
    }

    @Test
    @Covers({"BLOB-06", "BLOB-07", "BLOB-10"})
    void missingOrDamagedBlobIsRecoveredOrNeverReturned() throws Exception {
        BlobFiles files = new BlobFiles(server.home());
        String part = name("a part of something");
        assertThat(anns.get(part, "").path("notFound")).hasSize(1);
        order(part, "found a part of something");
        assertThat(anns.get(part, "").at("/list/0/data:asText").asText()).isEqualTo("a part of something");
        assertThat(bobs.get(part, "").path("notFound")).hasSize(0);

        String open = ann.newMailbox("Open");
        ann.share(open, bob.who(), "{'mayReadItems':true}");
        String text = "Subject: will be damaged";
        String whole =
                ann.bring(MailCalls.message(text), open, "").path("blobId").asText();
        assertThat(downloadOfBob(whole)).isEqualTo(200);
        files.flip(whole, -3);
        assertThat(anns.get(whole, ",'properties':['size']").at("/list/0/size").asInt())
                .isEqualTo(text.length() + 2);
        for (String property : List.of("data", "data:asText", "data:asBase64", "digest:sha-512")) {
            JsonNode error = anns.get(whole, ",'properties':['" + property + "']");
            assertThat(error.path("type").asText()).as(error.toString()).isEqualTo("serverFail");
        }
        assertThat(anns.create("{'data':[{'blobId':'" + whole + "'}]}")
                        .path("type")
                        .asText())
                .isEqualTo("invalidProperties");
        assertThat(server.err()).contains("Data loss: the blob " + whole);
        assertThat(downloadOfBob(whole)).isEqualTo(404);
        order(whole, "found " + text + "\\r\\n");
        assertThat(anns.get(whole, "").at("/list/0/data:asText").asText()).isEqualTo(text + "\r\n");
        assertThat(downloadOfBob(whole)).isEqualTo(200);

        String removed = anns.create("{'data':[{'data:asText':'will be gone'}]}")
                .path("id")
                .asText();
        files.delete(removed);
        assertThat(anns.get(removed, "").path("type").asText()).isEqualTo("serverFail");
    }

    private static int downloadOfBob(String blobId) {
        return bob.download("shared:" + ann.who().accountId(), blobId).statusCode();
    }

    private static void order(String blobId, String order) throws Exception {
        Files.writeString(
                server.home().resolveSibling("orders"), blobId + "=" + order + "\n", StandardOpenOption.APPEND);
    }
}
