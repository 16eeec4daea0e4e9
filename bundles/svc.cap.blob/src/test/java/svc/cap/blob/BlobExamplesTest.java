package svc.cap.blob;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Covers;
import svc.testkit.bundles.BlobCalls;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalUser;

/** {@code urn:ietf:params:jmap:blob}: the examples of RFC 9404. */
final class BlobExamplesTest {

    private static final String FOX = "The quick brown fox jumped over the lazy dog.";

    @RegisterExtension
    private static final BundleServer SERVER = new BundleServer("svc.blobs", "svc.cap.blob");

    private static LocalUser ann;
    private static BlobCalls anns;

    @BeforeAll
    static void signIn() {
        ann = SERVER.user("ann@one.test");
        anns = new BlobCalls(ann);
    }

    private static String name(String text) {
        return BlobCalls.id(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    @Covers("RFC9404 §4.1.1")
    void simpleUploadExample() {
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
        byte[] bytes = ann.download(created.path("id").asText()).orElseThrow();
        assertThat(bytes).hasSize(95).startsWith(0x89, 'P', 'N', 'G');
        assertThat(created.path("id").asText()).isEqualTo(BlobCalls.id(bytes));
    }

    @Test
    @Covers("RFC9404 §4.1.2")
    void complexUploadExample() {
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
                        "{'accountId':'" + ann.accountId() + "','list':[{'id':'" + name("How quick was that?")
                                + "','data:asText':'How quick was that?','size':19}],'notFound':[]}"));
    }

    @Test
    @Covers("RFC9404 §4.2.1")
    void simpleGetExample() {
        anns.create("{'data':[{'data:asText':'" + FOX + "'}]}");
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
    void rangeAndEncodingExample() {
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
}
