package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/**
 * The limits of blobs in method calls, at the limit and one beyond it; and large blobs on a server with little memory.
 */
final class BlobCapabilityLimitsIT {

    private static final int PART = 10_000_000;

    @TempDir
    private Path home;

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
            ids.append(i == 0 ? "'" : ",'").append(BlobClient.name(new byte[i])).append('\'');
        }
        return ids.append(']').toString();
    }

    @Test
    @Covers({"RFC9404 §3.1", "RFC9404 §4.1", "LIM-01", "LIM-06", "LIM-07"})
    void configuredLimitsAreEnforced() {
        String[] set = {
            "--set",
            "limits.max_size_upload=1000",
            "--set",
            "limits.max_objects_in_get=3",
            "--set",
            "limits.max_objects_in_set=6"
        };
        try (RunningServer server = SvcCommand.svc().start(home, set).ready()) {
            BlobClient ann = BlobClient.of(SignedIn.as(server, "ann@one.test"));
            BlobCalls calls = new BlobCalls(ann.who());
            assertThat(ann.session()
                            .path("accounts")
                            .path(ann.who().accountId())
                            .path("accountCapabilities")
                            .path(BlobCalls.URN)
                            .path("maxSizeBlobSet")
                            .asInt())
                    .isEqualTo(1000);
            String most = "x".repeat(1000);
            String base64 = Base64.getEncoder().encodeToString(BlobClient.bytes(most));
            String longer = Base64.getEncoder().encodeToString(BlobClient.bytes(most + "x"));
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
    }

    private static void tooLarge(JsonNode error) {
        assertThat(error.path("type").asText()).as(error.toString()).isEqualTo("tooLarge");
    }

    private static void tooMany(JsonNode error) {
        assertThat(error.path("type").asText()).as(error.toString()).isEqualTo("requestTooLarge");
    }

    @Test
    @Covers({"RFC9404 §4.1", "RFC9404 §4.2", "LIM-01"})
    void largeBlobUsesConstantMemory() throws Exception {
        try (RunningServer server =
                SvcCommand.svc().with("SVC_MEMORY", "96m").start(home).ready()) {
            BlobClient ann = BlobClient.of(SignedIn.as(server, "ann@one.test"));
            BlobCalls calls = new BlobCalls(ann.who());
            byte[] part = new byte[PART];
            new Random(9).nextBytes(part);
            String id = BlobClient.json(ann.upload(ann.who().accountId(), part))
                    .path("blobId")
                    .asText();
            MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
            for (int i = 0; i < 5; i++) {
                sha256.update(part);
            }
            String whole = "b" + HexFormat.of().formatHex(sha256.digest());
            String five = String.join(",", Collections.nCopies(5, "{'blobId':'" + id + "'}"));
            JsonNode created = calls.create("{'data':[" + five + "]}");
            assertThat(created.path("id").asText()).isEqualTo(whole);
            assertThat(created.path("size").asInt()).isEqualTo(5 * PART);
            tooLarge(calls.create("{'data':[" + five + ",{'data:asText':'x'}]}"));

            String digests = ",'properties':['digest:sha','digest:sha-256','digest:sha-512','size']";
            JsonNode digest = calls.get(whole, digests).at("/list/0");
            assertThat(Base64.getDecoder().decode(digest.path("digest:sha-256").asText()))
                    .isEqualTo(HexFormat.of().parseHex(whole.substring(1)));
            JsonNode range = calls.get(whole, digests + ",'offset':" + 3 * PART + ",'length':" + PART)
                    .at("/list/0");
            assertThat(range.path("digest:sha-512").asText())
                    .isEqualTo(Base64.getEncoder()
                            .encodeToString(MessageDigest.getInstance("SHA-512").digest(part)));
            assertThat(range.path("size").asInt()).isEqualTo(5 * PART);

            tooMany(calls.get(whole, ""));
            tooMany(calls.get(whole, ",'length':" + ((1 << 20) + 1)));
            JsonNode most =
                    calls.get(whole, ",'offset':7,'length':" + (1 << 20)).at("/list/0");
            assertThat(Base64.getDecoder().decode(most.path("data:asBase64").asText()))
                    .isEqualTo(java.util.Arrays.copyOfRange(part, 7, 7 + (1 << 20)));
            JsonNode end = calls.get(whole, ",'offset':" + (5 * PART - 1) + ",'length':" + (1 << 21))
                    .at("/list/0");
            assertThat(end.path("isTruncated").asBoolean()).isTrue();
        }
    }
}
