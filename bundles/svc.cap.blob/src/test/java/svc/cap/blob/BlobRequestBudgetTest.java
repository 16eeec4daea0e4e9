package svc.cap.blob;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import svc.testkit.Covers;
import svc.testkit.bundles.BlobCalls;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalUser;

/** The limit of the bytes that one request may write ({@code [blobs] bytes_per_request}). */
final class BlobRequestBudgetTest {

    private static final long OF_REQUEST = 5_000_000;
    private static final int PART = 100_000;
    private static final int PARTS = 40;
    private static final int CALLS = 10;

    @RegisterExtension
    private static final BundleServer SERVER = new BundleServer("svc.blobs", "svc.cap.blob")
            .configured("svc.blobs", Map.of("bytes.per.request", OF_REQUEST));

    private static long stored(LocalUser user) {
        String organization = user.account().organization();
        return SERVER.blobs().list(organization, Optional.empty(), 1_000).stream()
                .mapToLong(id ->
                        SERVER.blobs().find(organization, id).orElseThrow().size())
                .sum();
    }

    @Test
    @Covers("LIM-01")
    void requestCannotExceedItsWriteBudget() {
        LocalUser ann = SERVER.user("ann@one.test");
        BlobCalls calls = new BlobCalls(ann);
        byte[] part = new byte[PART];
        new Random(1).nextBytes(part);
        String id = ann.upload(part);
        String parts = String.join(",", Collections.nCopies(PARTS, "{'blobId':'" + id + "'}"));
        List<String> request = new ArrayList<>();
        for (int i = 0; i < CALLS; i++) {
            request.add("['Blob/upload',{'accountId':'@','create':{'k':{'data':[" + parts + ",{'data:asText':'" + i
                    + "'}]}}},'c" + i + "']");
        }
        long before = stored(ann);
        JsonNode answers = calls.send(request.toArray(String[]::new));
        int fit = (int) (OF_REQUEST / (PARTS * (PART + 1L)));
        for (int i = 0; i < CALLS; i++) {
            JsonNode error = answers.path(i).at("/1/notCreated/k");
            assertThat(answers.path(i).at("/1/created/k/id").isTextual())
                    .as(answers.toString())
                    .isEqualTo(i < fit);
            assertThat(error.path("type").asText()).isEqualTo(i < fit ? "" : "rateLimit");
            assertThat(error.path("description").asText())
                    .contains(i < fit ? "" : OF_REQUEST + " bytes of blobs at most ([blobs] bytes_per_request)");
        }
        assertThat(stored(ann) - before).isBetween(1L, OF_REQUEST + OF_REQUEST / 50);
        assertThat(calls.create("{'data':[" + parts + ",{'data:asText':'another request'}]}")
                        .path("id")
                        .isTextual())
                .isTrue();
    }
}
