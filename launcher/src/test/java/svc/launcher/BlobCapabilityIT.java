package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Covers;

/** {@code urn:ietf:params:jmap:blob} (RFC 9404): its rules, from a client. */
final class BlobCapabilityIT {

    private static final String ALL = BlobCalls.CORE + " " + BlobCalls.URN + " " + KeepsBundle.URN;

    @TempDir
    private static Path directory;

    private static RunningServer server;
    private static Path keeps;
    private static BlobClient ann;
    private static BlobClient bob;
    private static BlobCalls anns;
    private static BlobCalls bobs;

    @BeforeAll
    static void start() {
        Path home = KeepsBundle.in(directory);
        keeps = home.resolve("extensions/keeps.jar");
        server = SvcCommand.svc().start(home).ready();
        ann = BlobClient.of(SignedIn.as(server, "ann@one.test"));
        bob = BlobClient.of(SignedIn.as(server, "bob@one.test"));
        anns = new BlobCalls(ann.who());
        bobs = new BlobCalls(bob.who());
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static String name(String text) {
        return BlobClient.name(BlobClient.bytes(text));
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'data:asBase64':'YQ'}",
                "{'data:asBase64':'YR=='}",
                "{'data:asBase64':'Y Q='}",
                "{'data:asBase64':'YWI_'}",
                "{'blobId':'nonsense'}",
                "{'blobId':'#nobody'}",
                "{'blobId':'#bad'}",
                "{'blobId':'#ring'}",
                "{}",
                "'text'",
                "null",
                "{'data:asText':'a','data:asBase64':'YQ=='}",
                "{'data:asText':'a','offset':0}",
                "{'other':1}",
                "{'data:asText':7}",
                "{'blobId':'#good','offset':5}",
                "{'blobId':'#good','offset':4,'length':1}",
                "{'blobId':'#good','length':5}",
                "{'blobId':'#good','offset':-1}",
                "{'blobId':'#good','length':1.5}",
                "{'blobId':'#good','offset':'1'}",
                "{'blobId':'#good','offset':9007199254740991,'length':9007199254740991}"
            })
    @Covers("RFC9404 §4.1")
    void invalidSourceRejectsOnlyItsBlob(String source) {
        JsonNode response = anns.call(
                "Blob/upload",
                "'accountId':'@','create':{'ring':{'data':[{'blobId':'#gnir'}]},'gnir':{'data':[{'blobId':'#ring'}]},"
                        + "'after':{'data':[{'blobId':'#bad'}]},'bad':{'data':[{'data:asText':'x'}," + source
                        + "]},'good':{'data':[{'data:asText':'good'}]},'end':{'data':[{'blobId':'#good','offset':4}]}}");
        assertThat(response.path("created").fieldNames()).toIterable().containsExactlyInAnyOrder("good", "end");
        assertThat(response.at("/created/end/size").asInt(-1)).isZero();
        assertThat(response.path("notCreated").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("ring", "gnir", "after", "bad");
        response.path("notCreated").forEach(error -> {
            assertThat(error.path("type").asText()).isEqualTo("invalidProperties");
            assertThat(error.path("properties")).isEqualTo(BlobCalls.json("['data']"));
        });
    }

    @Test
    @Covers("RFC9404 §4.1")
    void blobsAreCreatedFromDataAndOtherBlobs() {
        assertThat(anns.create("{'data':[]}").path("id").asText()).isEqualTo(name(""));
        assertThat(anns.create("{'data':[],'type':null}").path("type").asText()).isEqualTo("application/octet-stream");
        assertThat(anns.create("{'type':'a/b'}").path("properties")).isEqualTo(BlobCalls.json("['data']"));
        assertThat(anns.create("{'data':[],'name':'x'}").path("properties")).isEqualTo(BlobCalls.json("['name']"));
        assertThat(anns.create("{'data':[],'type':7}").path("properties")).isEqualTo(BlobCalls.json("['type']"));
        String kept = ann.store("uploaded");
        String text = "\\u0000é漢😀";
        JsonNode responses = anns.send(
                "['Blob/upload',{'accountId':'@','create':{'c':{'data':[{'blobId':'#b'},{'blobId':'#a','offset':1}]},"
                        + "'b':{'data':[{'blobId':'#a'},{'blobId':'" + kept + "','offset':2,'length':0}]},"
                        + "'a':{'data':[{'data:asText':'" + text + "'}]}}},'u']",
                "['Blob/get',{'accountId':'@','ids':['#c','#a','#d']},'g']",
                "['Blob/get',{'accountId':'@','#ids':{'resultOf':'g','name':'Blob/get','path':'/list/*/id'},"
                        + "'properties':['id']},'r']");
        assertThat(responses.at("/1/1/list/0/data:asText").asText()).isEqualTo("\u0000é漢😀é漢😀");
        assertThat(responses.at("/1/1/notFound")).isEqualTo(BlobCalls.json("['#d']"));
        assertThat(responses.at("/2/1/list/1")).isEqualTo(BlobCalls.json("{'id':'" + name("\u0000é漢😀") + "'}"));
    }

    @Test
    @Covers({"RFC9404 §4.1", "RFC9404 §4.2", "RFC9404 §4.3", "ENV-04"})
    void invalidArgumentsFailTheCall() {
        for (String[] wrong : new String[][] {
            {"Blob/upload", "'accountId':'@'"},
            {"Blob/upload", "'create':{}"},
            {"Blob/upload", "'accountId':'@','create':null"},
            {"Blob/upload", "'accountId':'@','create':{},'update':{}"},
            {"Blob/upload", "'accountId':'@','create':{'a b':{'data':[]}}"},
            {"Blob/upload", "'accountId':'@','create':{'a':[]}"},
            {"Blob/get", "'accountId':'@'"},
            {"Blob/get", "'accountId':'@','ids':null"},
            {"Blob/get", "'accountId':'@','ids':[1]"},
            {"Blob/get", "'ids':[]"},
            {"Blob/get", "'accountId':'@','ids':[],'properties':['digest:md5']"},
            {"Blob/get", "'accountId':'@','ids':[],'properties':['name']"},
            {"Blob/get", "'accountId':'@','ids':[],'offset':-1"},
            {"Blob/get", "'accountId':'@','ids':[],'length':0.5"},
            {"Blob/get", "'accountId':'@','ids':[],'length':'1'"},
            {"Blob/lookup", "'accountId':'@','ids':[]"},
            {"Blob/lookup", "'accountId':'@','typeNames':[]"},
            {"Blob/lookup", "'accountId':'@','typeNames':null,'ids':[]"}
        }) {
            assertThat(anns.call(wrong[0], wrong[1]).path("type").asText())
                    .as(String.join(" ", wrong))
                    .isEqualTo("invalidArguments");
        }
        for (String method : List.of("Blob/upload", "Blob/get", "Blob/lookup")) {
            assertThat(anns.call(BlobCalls.CORE, method, "'accountId':'@'")
                            .path("type")
                            .asText())
                    .isEqualTo("unknownCapability");
        }
        assertThat(anns.call("Blob/get", "'accountId':'@','ids':[],'properties':[],'offset':null,'length':null")
                        .path("list")
                        .isEmpty())
                .isTrue();
    }

    @Test
    @Covers("RFC9404 §4.1")
    void concurrentUploadsCreateEqualAndDifferentBlobs() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(6);
        List<Future<JsonNode>> answers = new ArrayList<>();
        try {
            for (int i = 0; i < 36; i++) {
                int turn = i;
                answers.add(threads.submit(() -> (turn % 2 == 0 ? anns : bobs)
                        .send(
                                "['Blob/upload',{'accountId':'@','create':{'same':{'data':[{'data:asText':'the same'}]},"
                                        + "'own':{'data':[{'blobId':'#same','length':4},{'data:asText':'" + turn
                                        + "'}]}}},'u']",
                                "['Blob/get',{'accountId':'@','ids':['#same','#own']},'g']")));
            }
            for (int i = 0; i < answers.size(); i++) {
                JsonNode list = answers.get(i).get().at("/1/1/list");
                assertThat(list.at("/0/data:asText").asText()).isEqualTo("the same");
                assertThat(list.at("/1/data:asText").asText()).isEqualTo("the " + i);
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
