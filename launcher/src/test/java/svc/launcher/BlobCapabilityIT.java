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

/** {@code urn:ietf:params:jmap:blob} (RFC 9404), as a client sees it. */
final class BlobCapabilityIT {

    private static final String ALL = BlobCalls.CORE + " " + BlobCalls.URN + " " + KeepsBundle.URN;
    private static final String FOX = "The quick brown fox jumped over the lazy dog.";

    @TempDir
    private static Path directory;

    private static RunningServer server;
    private static Path keeps;
    private static BlobClient ann;
    private static BlobClient bob;
    private static BlobCalls anns;
    private static BlobCalls bobs;

    @BeforeAll
    static void start() throws Exception {
        Path home = directory.resolve("home");
        keeps = home.resolve("extensions/keeps.jar");
        Files.createDirectories(home.resolve("extensions"));
        KeepsBundle.jar(directory).writeTo(keeps);
        Files.writeString(directory.resolve("orders"), "");
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
    void theSessionSaysWhatThereIsAndFollowsWhoReferToBlobs() throws Exception {
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
    @Covers("RFC9404 §4.1.1")
    void theSimpleExampleOfAnUpload() {
        JsonNode response = anns.send("['Blob/upload',{'accountId':'@','create':{'1':{'data':[{'data:asBase64':"
                        + "'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQMAAAAl21bKAAAAA1BMVEX/AAAZ4gk3AAAAAXRSTlN/gFy0ywAAAApJRE"
                        + "FUeJxjYgAAAAYAAzY3fKgAAAAASUVORK5CYII='}],'type':'image/png'}}},'R1']")
                .path(0);
        assertThat(response.path(0).asText()).as(response.toString()).isEqualTo("Blob/upload");
        assertThat(response.path(2).asText()).isEqualTo("R1");
        assertThat(response.path(1).fieldNames()).toIterable().containsExactly("accountId", "created", "notCreated");
        assertThat(response.path(1).path("notCreated").isNull()).isTrue();
        JsonNode created = response.at("/1/created/1");
        assertThat(created.path("type").asText()).isEqualTo("image/png");
        assertThat(created.path("size").asInt()).isEqualTo(95);
        assertThat(created.path("blobId")).isEqualTo(created.path("id"));
        byte[] bytes =
                ann.download(ann.who().accountId(), created.path("id").asText()).body();
        assertThat(bytes).hasSize(95).startsWith(0x89, 'P', 'N', 'G');
        assertThat(created.path("id").asText()).isEqualTo(BlobClient.name(bytes));
    }

    @Test
    @Covers("RFC9404 §4.1.2")
    void theComplexExampleOfAnUpload() {
        JsonNode responses = anns.send(
                "['Blob/upload',{'accountId':'@','create':{'b4':{'data':[{'data:asText':'" + FOX + "'}]}}},'S4']",
                "['Blob/upload',{'accountId':'@','create':{'cat':{'data':[{'data:asText':'How'},"
                        + "{'blobId':'#b4','length':7,'offset':3},{'data:asText':'was t'},"
                        + "{'blobId':'#b4','length':1,'offset':1},{'data:asBase64':'YXQ/'}]}}},'CAT']",
                "['Blob/get',{'accountId':'@','properties':['data:asText','size'],'ids':['#cat']},'G4']");
        assertThat(BlobCalls.without(responses.at("/0/1/created/b4"), "accountId", "blobId"))
                .isEqualTo(BlobCalls.json("{'id':'" + name(FOX) + "','type':'application/octet-stream','size':45}"));
        assertThat(responses.at("/1/1/created/cat/size").asInt()).isEqualTo(19);
        assertThat(responses.at("/2/1"))
                .isEqualTo(BlobCalls.json(
                        "{'accountId':'" + ann.who().accountId() + "','list':[{'id':'" + name("How quick was that?")
                                + "','data:asText':'How quick was that?','size':19}],'notFound':[]}"));
    }

    @Test
    @Covers("RFC9404 §4.2.1")
    void theSimpleExampleOfAGet() {
        anns.make("{'data':[{'data:asText':'" + FOX + "'}]}");
        String id = name(FOX);
        JsonNode responses = anns.send(
                "['Blob/get',{'accountId':'@','ids':['" + id
                        + "','not-a-blob'],'properties':['data:asText','digest:sha','size']},'R1']",
                "['Blob/get',{'accountId':'@','ids':['" + id
                        + "'],'properties':['data:asText','digest:sha','digest:sha-256','size'],'offset':4,'length':9},'R2']");
        assertThat(BlobCalls.without(responses.at("/0/1"), "accountId"))
                .isEqualTo(BlobCalls.json("{'list':[{'id':'" + id + "','data:asText':'" + FOX
                        + "','digest:sha':'wIVPufsDxBzOOALLDSIFKebu+U4=','size':45}],'notFound':['not-a-blob']}"));
        assertThat(responses.at("/1/1/list/0"))
                .isEqualTo(BlobCalls.json("{'id':'" + id + "','data:asText':'quick bro','digest:sha':"
                        + "'QiRAPtfyX8K6tm1iOAtZ87Xj3Ww=','digest:sha-256':"
                        + "'gdg9INW7lwHK6OQ9u0dwDz2ZY/gubi0En0xlFpKt0OA=','size':45}"));
    }

    @Test
    @Covers("RFC9404 §4.2.2")
    void theExampleOfRangesAndEncodings() {
        String base64 = "VGhlIHF1aWNrIGJyb3duIGZveCBqdW1wZWQgb3ZlciB0aGUggYEgZG9nLg==";
        JsonNode responses = anns.send(
                "['Blob/upload',{'accountId':'@','create':{'b1':{'data':[{'data:asBase64':'" + base64
                        + "'}]},'b2':{'data':[{'data:asText':'hello world'}],'type':'text/plain'}}},'S1']",
                "['Blob/get',{'accountId':'@','ids':['#b1','#b2']},'G1']",
                "['Blob/get',{'accountId':'@','ids':['#b1','#b2'],'properties':['data:asText','size']},'G2']",
                "['Blob/get',{'accountId':'@','ids':['#b1','#b2'],'properties':['data:asBase64','size']},'G3']",
                "['Blob/get',{'accountId':'@','offset':0,'length':5,'ids':['#b1','#b2']},'G4']",
                "['Blob/get',{'accountId':'@','offset':20,'length':100,'ids':['#b1','#b2']},'G5']");
        assertThat(responses.at("/0/1/created/b2/type").asText()).isEqualTo("text/plain");
        String b1 = "{'id':'" + responses.at("/0/1/created/b1/id").asText() + "','size':43,";
        String b2 = "{'id':'" + name("hello world") + "','size':11,";
        list(
                responses.path(1),
                b1 + "'isEncodingProblem':true,'data:asBase64':'" + base64 + "'}",
                b2 + "'data:asText':'hello world'}");
        // §4.2: null where the example leaves it out
        list(
                responses.path(2),
                b1 + "'isEncodingProblem':true,'data:asText':null}",
                b2 + "'data:asText':'hello world'}");
        list(responses.path(3), b1 + "'data:asBase64':'" + base64 + "'}", b2 + "'data:asBase64':'aGVsbG8gd29ybGQ='}");
        list(responses.path(4), b1 + "'data:asText':'The q'}", b2 + "'data:asText':'hello'}");
        list(
                responses.path(5),
                b1 + "'isTruncated':true,'isEncodingProblem':true,'data:asBase64':'anVtcGVkIG92ZXIgdGhlIIGBIGRvZy4='}",
                b2 + "'isTruncated':true,'data:asText':''}");
    }

    private static void list(JsonNode response, String... objects) {
        assertThat(response.path(0).asText()).as(response.toString()).isEqualTo("Blob/get");
        assertThat(response.at("/1/list")).isEqualTo(BlobCalls.json("[" + String.join(",", objects) + "]"));
        assertThat(response.at("/1/notFound").isEmpty()).isTrue();
    }

    @Test
    @Covers("RFC9404 §4.3.1")
    void theExampleOfALookup() {
        String id =
                anns.make("{'data':[{'data:asText':'looked for'}]}").path("id").asText();
        String other =
                anns.make("{'data':[{'data:asText':'of nobody'}]}").path("id").asText();
        anns.refer(id, 12);
        anns.refer(id, 3);
        String nowhere = name("nowhere at all");
        JsonNode response = anns.call(
                ALL,
                "Blob/lookup",
                "'accountId':'@','typeNames':['Keep','Keep'],'ids':['" + id + "','not-a-blob','" + nowhere + "','"
                        + other + "','" + id + "']");
        assertThat(BlobCalls.without(response, "accountId"))
                .isEqualTo(BlobCalls.json("{'list':[{'id':'" + id + "','matchedIds':{'Keep':['" + BlobCalls.keep(3)
                        + "','" + BlobCalls.keep(12)
                        + "']}},{'id':'" + nowhere + "','matchedIds':{'Keep':[]}},{'id':'" + other
                        + "','matchedIds':{'Keep':[]}}],'notFound':['not-a-blob']}"));
        assertThat(anns.call(ALL, "Blob/lookup", "'accountId':'@','typeNames':[],'ids':['" + id + "']")
                        .at("/list/0/matchedIds"))
                .isEqualTo(BlobCalls.json("{}"));
    }

    @Test
    @Covers("RFC9404 §6.2")
    void aTypeThatIsUnknownOrNotUsedIsNoTypeToLookFor() {
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
    void aSourceThatIsNotRightRefusesItsBlobAlone(String source) {
        JsonNode answer = anns.call(
                "Blob/upload",
                "'accountId':'@','create':{'ring':{'data':[{'blobId':'#gnir'}]},'gnir':{'data':[{'blobId':'#ring'}]},"
                        + "'after':{'data':[{'blobId':'#bad'}]},'bad':{'data':[{'data:asText':'x'}," + source
                        + "]},'good':{'data':[{'data:asText':'good'}]},'end':{'data':[{'blobId':'#good','offset':4}]}}");
        assertThat(answer.path("created").fieldNames()).toIterable().containsExactlyInAnyOrder("good", "end");
        assertThat(answer.at("/created/end/size").asInt(-1)).isZero();
        assertThat(answer.path("notCreated").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("ring", "gnir", "after", "bad");
        answer.path("notCreated").forEach(error -> {
            assertThat(error.path("type").asText()).isEqualTo("invalidProperties");
            assertThat(error.path("properties")).isEqualTo(BlobCalls.json("['data']"));
        });
    }

    @Test
    @Covers("RFC9404 §4.1")
    void blobsAreMadeOfAnythingAndOfEachOther() {
        assertThat(anns.make("{'data':[]}").path("id").asText()).isEqualTo(name(""));
        assertThat(anns.make("{'data':[],'type':null}").path("type").asText()).isEqualTo("application/octet-stream");
        assertThat(anns.make("{'type':'a/b'}").path("properties")).isEqualTo(BlobCalls.json("['data']"));
        assertThat(anns.make("{'data':[],'name':'x'}").path("properties")).isEqualTo(BlobCalls.json("['name']"));
        assertThat(anns.make("{'data':[],'type':7}").path("properties")).isEqualTo(BlobCalls.json("['type']"));
        String kept = ann.keep("uploaded");
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
    void whatIsWrongAsAWholeFailsTheCall() {
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
    void manyAtOnceMakeTheSameAndOtherBlobs() throws Exception {
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
