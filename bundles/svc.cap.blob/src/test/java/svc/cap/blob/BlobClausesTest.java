package svc.cap.blob;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Covers;
import svc.testkit.bundles.BlobCalls;
import svc.testkit.bundles.BundleServer;

/** {@code urn:ietf:params:jmap:blob} (RFC 9404): its rules, from a client. */
final class BlobClausesTest {

    @RegisterExtension
    private static final BundleServer SERVER = new BundleServer("svc.blobs", "svc.cap.blob");

    private static BlobCalls anns;
    private static BlobCalls bobs;

    @BeforeAll
    static void signIn() {
        anns = new BlobCalls(SERVER.user("ann@one.test"));
        bobs = new BlobCalls(SERVER.user("bob@one.test"));
    }

    private static String name(String text) {
        return BlobCalls.id(text.getBytes(StandardCharsets.UTF_8));
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
        String kept = SERVER.user("ann@one.test").upload("uploaded".getBytes(StandardCharsets.UTF_8));
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
