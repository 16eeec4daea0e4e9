package svc.cap.blob;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collections;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.api.jmap.JmapLimits;
import svc.testkit.Covers;
import svc.testkit.bundles.BlobCalls;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalUser;
import svc.testkit.bundles.MailCalls;

/** The limits of blobs in method calls, at the limit and one beyond it. */
final class BlobSetLimitsTest {

    @RegisterExtension
    private static final BundleServer SERVER = new BundleServer("svc.blobs", "svc.cap.blob")
            .limitedTo(new JmapLimits(1000, 4, 10_000_000, 8, 64, 3, 6, 5000, 500));

    private static String create(int count, String object) {
        StringBuilder create = new StringBuilder("'accountId':'@','create':{");
        for (int i = 0; i < count; i++) {
            create.append(i == 0 ? "'k" : ",'k").append(i).append("':").append(object);
        }
        return create.append('}').toString();
    }

    private static String ids(int count) {
        StringBuilder ids = new StringBuilder("'accountId':'@','ids':[");
        for (int i = 0; i < count; i++) {
            ids.append(i == 0 ? "'" : ",'").append(BlobCalls.id(new byte[i])).append('\'');
        }
        return ids.append(']').toString();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    @Covers({"RFC9404 §3.1", "RFC9404 §4.1", "LIM-01", "LIM-06", "LIM-07"})
    void configuredLimitsAreEnforced() {
        LocalUser ann = SERVER.user("ann@one.test");
        BlobCalls calls = new BlobCalls(ann);
        assertThat(MailCalls.json(ann.session())
                        .path("accounts")
                        .path(ann.accountId())
                        .path("accountCapabilities")
                        .path(BlobCalls.URN)
                        .path("maxSizeBlobSet")
                        .asInt())
                .isEqualTo(1000);
        String most = "x".repeat(1000);
        String base64 = Base64.getEncoder().encodeToString(bytes(most));
        String longer = Base64.getEncoder().encodeToString(bytes(most + "x"));
        assertThat(calls.create("{'data':[{'data:asText':'" + most + "'}]}")
                        .path("size")
                        .asInt())
                .isEqualTo(1000);
        assertThat(calls.create("{'data':[{'data:asBase64':'" + base64 + "'}]}")
                        .path("size")
                        .asInt())
                .isEqualTo(1000);
        tooLarge(calls.create("{'data':[{'data:asText':'" + most + "x'}]}"));
        tooLarge(calls.create("{'data':[{'data:asText':'" + "é".repeat(500) + "x'}]}"));
        tooLarge(calls.create("{'data':[{'data:asBase64':'" + longer + "'}]}"));
        String half = calls.create("{'data':[{'data:asText':'" + "y".repeat(500) + "'}]}")
                .path("id")
                .asText();
        String source = "{'blobId':'" + half + "'}";
        assertThat(calls.create("{'data':[" + source + "," + source + "]}")
                        .path("size")
                        .asInt())
                .isEqualTo(1000);
        tooLarge(calls.create("{'data':[" + source + "," + source + ",{'blobId':'" + half + "','length':1}]}"));

        String hundred = String.join(",", Collections.nCopies(100, "{'data:asText':'z'}"));
        assertThat(calls.create("{'data':[" + hundred + "]}").path("size").asInt())
                .isEqualTo(100);
        assertThat(calls.create("{'data':[" + hundred + ",{'data:asText':'z'}]}")
                        .path("type")
                        .asText())
                .isEqualTo("invalidProperties");

        assertThat(calls.call("Blob/upload", create(6, "{'data':[]}")).path("created"))
                .hasSize(6);
        tooMany(calls.call("Blob/upload", create(7, "{'data':[]}")));
        JsonNode much = calls.call("Blob/upload", create(5, "{'data':[" + source + "," + source + "]}"));
        assertThat(much.path("created")).hasSize(4);
        assertThat(much.at("/notCreated/k4/type").asText()).isEqualTo("rateLimit");
        assertThat(calls.call("Blob/get", ids(3)).path("notFound").size()).isEqualTo(2);
        tooMany(calls.call("Blob/get", ids(4)));
        assertThat(calls.call("Blob/lookup", ids(3) + ",'typeNames':[]").path("list"))
                .hasSize(3);
        tooMany(calls.call("Blob/lookup", ids(4) + ",'typeNames':[]"));
    }

    private static void tooLarge(JsonNode error) {
        assertThat(error.path("type").asText()).as(error.toString()).isEqualTo("tooLarge");
    }

    private static void tooMany(JsonNode error) {
        assertThat(error.path("type").asText()).as(error.toString()).isEqualTo("requestTooLarge");
    }
}
