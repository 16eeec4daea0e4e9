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
import svc.testkit.bundles.BlobCalls;

/** Large blobs in method calls on a server with little memory. */
final class BlobCapabilityLimitsIT {

    private static final int PART = 10_000_000;

    @TempDir
    private Path home;

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
