package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.bundles.BlobCalls;

/** {@code urn:ietf:params:jmap:blob} (RFC 9404): the types that refer to blobs, with a type of an extension. */
final class BlobCapabilityIT {

    private static final String ALL = BlobCalls.CORE + " " + BlobCalls.URN + " " + KeepsBundle.URN;

    @TempDir
    private static Path directory;

    private static RunningServer server;
    private static Path keeps;
    private static BlobClient ann;
    private static BlobCalls anns;

    @BeforeAll
    static void start() {
        Path home = KeepsBundle.in(directory);
        keeps = home.resolve("extensions/keeps.jar");
        server = SvcCommand.svc().start(home).ready();
        ann = BlobClient.of(SignedIn.as(server, "ann@one.test"));
        anns = new BlobCalls(ann.who());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String name(String text) {
        return BlobCalls.id(BlobClient.bytes(text));
    }

    private static JsonNode accountObject() {
        return SignedIn.json(ann.who().get("/.well-known/jmap"))
                .path("accounts")
                .path(ann.who().accountId())
                .path("accountCapabilities")
                .path(BlobCalls.URN);
    }

    @Test
    @Covers({"RFC9404 §3.1", "SESS-02"})
    void sessionListsTheTypesThatReferToBlobs() throws Exception {
        JsonNode with = BlobCalls.json(
                "{'maxDataSources':100,'maxSizeBlobSet':50000000,"
                        + "'supportedDigestAlgorithms':['sha-256','sha-512','sha'],'supportedTypeNames':['Email','Keep','Mailbox','Thread']}");
        assertThat(ann.session().path("capabilities").path(BlobCalls.URN)).isEqualTo(BlobCalls.json("{}"));
        assertThat(accountObject()).isEqualTo(with);
        String state = ann.session().path("state").asText();
        Path aside = directory.resolve("keeps.jar");
        Files.move(keeps, aside);
        server.await(
                "no type",
                () -> !accountObject().path("supportedTypeNames").toString().contains("Keep"));
        assertThat(accountObject().path("maxDataSources").asInt()).isEqualTo(100);
        assertThat(anns.call("Blob/lookup", "'accountId':'@','typeNames':['Keep'],'ids':[]")
                        .path("type")
                        .asText())
                .isEqualTo("unknownDataType");
        Files.copy(aside, keeps, StandardCopyOption.REPLACE_EXISTING);
        server.await("the type again", () -> accountObject().equals(with));
        server.await(
                "the same state",
                () -> SignedIn.json(ann.who().get("/.well-known/jmap"))
                        .path("state")
                        .asText()
                        .equals(state));
    }

    @Test
    @Covers("RFC9404 §6.2")
    void lookupRejectsUnknownAndUnusedTypes() {
        for (String name : List.of("Keep", "Nothing", "AppPassword", "Core")) {
            assertThat(anns.call("Blob/lookup", "'accountId':'@','typeNames':['" + name + "'],'ids':[]")
                            .path("type")
                            .asText())
                    .isEqualTo("unknownDataType");
        }
        assertThat(anns.call(ALL, "Blob/lookup", "'accountId':'@','typeNames':['Keep','Nothing'],'ids':[]")
                        .path("type")
                        .asText())
                .isEqualTo("unknownDataType");
    }

    @Test
    @Covers("RFC9404 §4.3.1")
    void lookupExample() {
        String id = anns.create("{'data':[{'data:asText':'looked for'}]}")
                .path("id")
                .asText();
        String other =
                anns.create("{'data':[{'data:asText':'of nobody'}]}").path("id").asText();
        KeepsBundle.createReference(anns, id, 12);
        KeepsBundle.createReference(anns, id, 3);
        String nowhere = name("nowhere at all");
        JsonNode response = anns.call(
                ALL,
                "Blob/lookup",
                "'accountId':'@','typeNames':['Keep','Keep'],'ids':['" + id + "','not-a-blob','" + nowhere + "','"
                        + other + "','" + id + "']");
        assertThat(BlobCalls.without(response, "accountId"))
                .isEqualTo(BlobCalls.json("{'list':[{'id':'" + id + "','matchedIds':{'Keep':['" + KeepsBundle.id(3)
                        + "','" + KeepsBundle.id(12)
                        + "']}},{'id':'" + nowhere + "','matchedIds':{'Keep':[]}},{'id':'" + other
                        + "','matchedIds':{'Keep':[]}}],'notFound':['not-a-blob']}"));
        assertThat(anns.call(ALL, "Blob/lookup", "'accountId':'@','typeNames':[],'ids':['" + id + "']")
                        .at("/list/0/matchedIds"))
                .isEqualTo(BlobCalls.json("{}"));
    }
}
