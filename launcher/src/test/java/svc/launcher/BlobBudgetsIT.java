package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.bundles.BlobCalls;
import svc.testkit.bundles.MailCalls;

/** The limits of bytes that clients may write: per account and hour, and of unreferenced blobs. */
final class BlobBudgetsIT {

    private static final long DEFAULT_QUOTA = 10_737_418_240L;

    @TempDir
    private static Path home;

    @RegisterExtension
    private static final ServerOfClass SERVER = new ServerOfClass(() -> SvcCommand.svc()
            .start(home, "--set", "blobs.bytes_per_hour=2600000", "--set", "blobs.unreferenced_bytes=1000000")
            .ready());

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

    private static byte[] message(int length) {
        return MailCalls.message("From: a@b.test", "Subject: long", "", "x".repeat(length));
    }

    /** The message is referenced, so that only the bytes of the hour are at their limit. */
    @Test
    void accountCannotExceedItsHourlyWriteBudget() {
        MailUser ann = MailUser.of(SERVER.running(), "ann@one.test");
        MailUser bob = MailUser.of(SERVER.running(), "bob@one.test");
        assertQuota(ann);
        byte[] message = message(900_000);
        ann.bring(message);
        String id = BlobCalls.id(message);
        BlobCalls calls = new BlobCalls(ann.who());
        String again = "{'data':[{'blobId':'" + id + "'},{'data:asText':'more'}]}";
        assertThat(calls.create(again).path("id").isTextual()).isTrue();
        JsonNode refused = calls.create(again);
        assertThat(refused.path("type").asText()).isEqualTo("rateLimit");
        assertThat(refused.path("description").asText()).contains("2600000 bytes", "([blobs] bytes_per_hour). Wait ");
        HttpResponse<byte[]> upload = ann.blobs().upload(ann.who().accountId(), random(900_000, 2));
        assertThat(upload.statusCode()).isEqualTo(429);
        assertThat(upload.headers().firstValueAsLong("Retry-After").orElseThrow())
                .isBetween(1L, 3_600L);
        assertThat(BlobClient.json(upload).path("limit").asText()).isEqualTo("bytes_per_hour");
        assertThat(BlobClient.json(upload).path("detail").asText()).contains("([blobs] bytes_per_hour)");
        upload(ann.blobs(), random(50_000, 3));
        upload(bob.blobs(), random(400_000, 4));
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
    void unreferencedBlobsAreLimited() {
        MailUser ann = MailUser.of(SERVER.running(), "ann@two.test");
        byte[] message = message(510_000);
        String blob = ann.upload(message);
        HttpResponse<byte[]> upload = ann.blobs().upload(ann.who().accountId(), random(510_000, 1));
        assertThat(upload.statusCode()).isEqualTo(413);
        assertThat(BlobClient.json(upload).path("limit").asText()).isEqualTo("overQuota");
        assertThat(BlobClient.json(upload).path("detail").asText())
                .contains("1000000 bytes that nothing refers to ([blobs] unreferenced_bytes)");
        JsonNode created =
                new BlobCalls(ann.who()).create("{'data':[{'blobId':'" + blob + "'},{'data:asText':'more'}]}");
        assertThat(created.path("type").asText()).isEqualTo("overQuota");
        ann.bring(message);
        upload(ann.blobs(), random(510_000, 1));
    }
}
