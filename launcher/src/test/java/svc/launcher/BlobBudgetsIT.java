package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.bundles.MailCalls;

/**
 * The limits of bytes that clients may write: per request, per account and hour, of unreferenced blobs; and the quota.
 */
final class BlobBudgetsIT {

    private static final long DEFAULT_QUOTA = 10_737_418_240L;
    private static final long OF_REQUEST = 50_000_000;
    private static final int PART = 1_000_000;
    private static final int PARTS = 40;
    private static final int CALLS = 10;

    @TempDir
    private Path home;

    private static String upload(BlobClient who, byte[] bytes) {
        HttpResponse<byte[]> response = who.upload(who.who().accountId(), bytes);
        assertThat(response.statusCode()).isEqualTo(201);
        return BlobClient.json(response).path("blobId").asText();
    }

    private static byte[] random(int size, int seed) {
        byte[] bytes = new byte[size];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private long stored() {
        return new BlobFiles(home)
                .all().stream()
                        .mapToLong(file -> {
                            try {
                                return Files.size(file);
                            } catch (IOException e) {
                                throw new UncheckedIOException(e);
                            }
                        })
                        .sum();
    }

    @Test
    @Covers("LIM-01")
    void requestCannotExceedItsWriteBudget() {
        String[] set = {"--set", "blobs.bytes_per_request=" + OF_REQUEST};
        try (RunningServer server = SvcCommand.svc().start(home, set).ready()) {
            MailUser ann = MailUser.of(server, "ann@one.test");
            assertQuota(ann);
            BlobCalls calls = new BlobCalls(ann.who());
            String id = upload(ann.blobs(), random(PART, 1));
            String parts = String.join(",", Collections.nCopies(PARTS, "{'blobId':'" + id + "'}"));
            List<String> request = new ArrayList<>();
            for (int i = 0; i < CALLS; i++) {
                request.add("['Blob/upload',{'accountId':'@','create':{'k':{'data':[" + parts + ",{'data:asText':'" + i
                        + "'}]}}},'c" + i + "']");
            }
            assertThat(String.join(",", request)).hasSizeLessThan(50_000);
            long before = stored();
            JsonNode answers = calls.send(request.toArray(String[]::new));
            int fit = (int) (OF_REQUEST / (PARTS * (PART + 1L)));
            for (int i = 0; i < CALLS; i++) {
                JsonNode error = answers.path(i).at("/1/notCreated/k");
                assertThat(answers.path(i).at("/1/created/k/id").isTextual())
                        .as(answers.toString())
                        .isEqualTo(i < fit);
                assertThat(error.path("type").asText()).isEqualTo(i < fit ? "" : "rateLimit");
                assertThat(error.path("description").asText())
                        .contains(i < fit ? "" : "50000000 bytes of blobs at most ([blobs] bytes_per_request)");
            }
            assertThat(stored() - before).isBetween(1L, OF_REQUEST + OF_REQUEST / 50);
            assertThat(calls.create("{'data':[" + parts + ",{'data:asText':'another request'}]}")
                            .path("id")
                            .isTextual())
                    .isTrue();
        }
    }

    private static void assertQuota(MailUser user) {
        HttpResponse<String> account =
                user.who().server().admin("GET", "/accounts/" + user.who().accountId(), "");
        assertThat(SignedIn.json(account).path("quota_bytes").asLong()).isEqualTo(DEFAULT_QUOTA);
        JsonNode quota = user.using(
                List.of("urn:ietf:params:jmap:quota", MailUser.URN), "['Quota/get',{'accountId':'@','ids':null},'c']");
        assertThat(quota.at("/0/1/list/0/hardLimit").asLong()).isEqualTo(DEFAULT_QUOTA);
    }

    @Test
    void accountCannotExceedItsHourlyWriteBudget() {
        String[] set = {"--set", "blobs.bytes_per_hour=1000000"};
        try (RunningServer server = SvcCommand.svc().start(home, set).ready()) {
            BlobClient ann = BlobClient.of(SignedIn.as(server, "ann@one.test"));
            BlobClient bob = BlobClient.of(SignedIn.as(server, "bob@one.test"));
            String id = upload(ann, random(400_000, 1));
            BlobCalls calls = new BlobCalls(ann.who());
            String again = "{'data':[{'blobId':'" + id + "'},{'data:asText':'more'}]}";
            assertThat(calls.create(again).path("id").isTextual()).isTrue();
            JsonNode refused = calls.create(again);
            assertThat(refused.path("type").asText()).isEqualTo("rateLimit");
            assertThat(refused.path("description").asText())
                    .contains("1000000 bytes", "([blobs] bytes_per_hour). Wait ");
            HttpResponse<byte[]> upload = ann.upload(ann.who().accountId(), random(400_000, 2));
            assertThat(upload.statusCode()).isEqualTo(429);
            assertThat(upload.headers().firstValueAsLong("Retry-After").orElseThrow())
                    .isBetween(1L, 3_600L);
            assertThat(BlobClient.json(upload).path("limit").asText()).isEqualTo("bytes_per_hour");
            assertThat(BlobClient.json(upload).path("detail").asText()).contains("([blobs] bytes_per_hour)");
            upload(ann, random(100_000, 3));
            upload(bob, random(400_000, 4));
        }
    }

    @Test
    void unreferencedBlobsAreLimited() {
        String[] set = {"--set", "blobs.unreferenced_bytes=1000000"};
        try (RunningServer server = SvcCommand.svc().start(home, set).ready()) {
            MailUser ann = MailUser.of(server, "ann@one.test");
            byte[] message = MailCalls.message("From: a@b.test", "Subject: long", "", "x".repeat(600_000));
            String blob = ann.upload(message);
            HttpResponse<byte[]> upload = ann.blobs().upload(ann.who().accountId(), random(600_000, 1));
            assertThat(upload.statusCode()).isEqualTo(413);
            assertThat(BlobClient.json(upload).path("limit").asText()).isEqualTo("overQuota");
            assertThat(BlobClient.json(upload).path("detail").asText())
                    .contains("1000000 bytes that nothing refers to ([blobs] unreferenced_bytes)");
            JsonNode created =
                    new BlobCalls(ann.who()).create("{'data':[{'blobId':'" + blob + "'},{'data:asText':'more'}]}");
            assertThat(created.path("type").asText()).isEqualTo("overQuota");
            ann.bring(message);
            upload(ann.blobs(), random(600_000, 1));
        }
    }
}
