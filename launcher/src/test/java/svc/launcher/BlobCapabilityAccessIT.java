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

/** Which blobs a caller can access in method calls (RFC 9404 §5), and what happens to lost ones. */
final class BlobCapabilityAccessIT {

    private static final String ALL = BlobCalls.CORE + " " + BlobCalls.URN + " " + KeepsBundle.URN;

    private static RunningServer server;
    private static BlobClient ann;
    private static BlobClient bob;
    private static BlobCalls anns;
    private static BlobCalls bobs;

    @BeforeAll
    static void start() {
        server = ServerOfClass.sharedServer();
        ann = BlobClient.of(SignedIn.as(server, "ann@one.access.test"));
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
        BlobClient cyd = BlobClient.of(SignedIn.as(server, "cyd@one.access.test"));
        BlobCalls cyds = new BlobCalls(cyd.who());
        String shared = "'accountId':'shared:" + cyd.who().accountId() + "'";
        String secret =
                cyds.create("{'data':[{'data:asText':'cyd alone'}]}").path("id").asText();
        String shown = cyds.create("{'data':[{'data:asText':'cyd for all'}]}")
                .path("id")
                .asText();
        KeepsBundle.createReference(cyds, shown, 7);
        KeepsBundle.createReference(cyds, shown, 1007);

        KeepsBundle.share(cyd.who(), ann.who(), KeepsBundle.URN, "READ");
        assertThat(anns.call("Blob/upload", shared + ",'create':{'k':{'data':[]}}")
                        .path("type")
                        .asText())
                .isEqualTo("accountReadOnly");
        JsonNode response = anns.call("Blob/get", shared + ",'ids':['" + secret + "','" + shown + "']");
        assertThat(response.path("notFound")).isEqualTo(BlobCalls.json("['" + secret + "']"));
        assertThat(response.at("/list/0/data:asText").asText()).isEqualTo("cyd for all");
        String lookup = ",'typeNames':['Keep'],'ids':['" + secret + "','" + shown + "']";
        assertThat(anns.call(ALL, "Blob/lookup", shared + lookup).path("list"))
                .isEqualTo(BlobCalls.json("[{'id':'" + secret + "','matchedIds':{'Keep':[]}},{'id':'" + shown
                        + "','matchedIds':{'Keep':['" + KeepsBundle.id(7) + "']}}]"));
        assertThat(cyds.call(ALL, "Blob/lookup", "'accountId':'@'" + lookup).at("/list/1/matchedIds/Keep"))
                .isEqualTo(BlobCalls.json("['" + KeepsBundle.id(7) + "','" + KeepsBundle.id(1007) + "']"));
        // a blob of one account is not a source for another account
        assertThat(anns.create("{'data':[{'blobId':'" + shown + "'}]}")
                        .path("type")
                        .asText())
                .isEqualTo("invalidProperties");
    }

    @Test
    @Covers("BLOB-15")
    void uploadToASharedAccountIsVisibleOnlyToTheUploaderUntilReferenced() {
        BlobClient dot = BlobClient.of(SignedIn.as(server, "dot@one.access.test"));
        BlobCalls dots = new BlobCalls(dot.who());
        String shared = "'accountId':'shared:" + dot.who().accountId() + "'";
        KeepsBundle.share(dot.who(), ann.who(), "urn:svc:params:jmap:v2:apppasswords", "WRITE");
        JsonNode created = anns.call("Blob/upload", shared + ",'create':{'k':{'data':[{'data:asText':'from ann'}]}}")
                .at("/created/k");
        assertThat(created.path("accountId").asText())
                .isEqualTo("shared:" + dot.who().accountId());
        String id = created.path("id").asText();
        assertThat(anns.call("Blob/get", shared + ",'ids':['" + id + "']").path("list"))
                .hasSize(1);
        assertThat(dots.get(id, "").path("notFound")).isEqualTo(BlobCalls.json("['" + id + "']"));
        assertThat(dots.create("{'data':[{'blobId':'" + id + "'}]}")
                        .path("type")
                        .asText())
                .isEqualTo("invalidProperties");
        KeepsBundle.createReference(dots, id, 5);
        assertThat(dots.get(id, "").path("list")).hasSize(1);
        // The blob is visible, but no Keep is: that capability is not shared.
        String lookup = ",'typeNames':['Keep'],'ids':['" + id + "']";
        assertThat(anns.call(ALL, "Blob/lookup", shared + lookup).at("/list/0/matchedIds"))
                .isEqualTo(BlobCalls.json("{'Keep':[]}"));
        assertThat(dots.call(ALL, "Blob/lookup", "'accountId':'@'" + lookup).at("/list/0/matchedIds"))
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

        String whole = anns.create("{'data':[{'data:asText':'will be damaged'}]}")
                .path("id")
                .asText();
        KeepsBundle.createReference(anns, whole, 30);
        files.flip(whole, -3);
        assertThat(anns.get(whole, ",'properties':['size']").at("/list/0/size").asInt())
                .isEqualTo(15);
        for (String property : List.of("data", "data:asText", "data:asBase64", "digest:sha-512")) {
            JsonNode error = anns.get(whole, ",'properties':['" + property + "']");
            assertThat(error.path("type").asText()).as(error.toString()).isEqualTo("serverFail");
        }
        assertThat(anns.create("{'data':[{'blobId':'" + whole + "'}]}")
                        .path("type")
                        .asText())
                .isEqualTo("invalidProperties");
        assertThat(server.err()).contains("Data loss: the blob " + whole);
        KeepsBundle.share(ann.who(), bob.who(), KeepsBundle.URN, "READ");
        assertThat(bobs.call("Blob/get", "'accountId':'shared:" + ann.who().accountId() + "','ids':['" + whole + "']")
                        .path("notFound"))
                .isEqualTo(BlobCalls.json("['" + whole + "']"));
        order(whole, "found will be damaged");
        assertThat(anns.get(whole, "").at("/list/0/data:asText").asText()).isEqualTo("will be damaged");

        String removed = anns.create("{'data':[{'data:asText':'will be gone'}]}")
                .path("id")
                .asText();
        files.delete(removed);
        assertThat(anns.get(removed, "").path("type").asText()).isEqualTo("serverFail");
    }

    private static void order(String blobId, String order) throws Exception {
        Files.writeString(
                server.home().resolveSibling("orders"), blobId + "=" + order + "\n", StandardOpenOption.APPEND);
    }
}
