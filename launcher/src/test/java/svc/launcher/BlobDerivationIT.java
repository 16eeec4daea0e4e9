package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;
import svc.testkit.bundles.BlobCalls;
import svc.testkit.bundles.MailCalls;

/**
 * Blobs that are missing or damaged are extracted from other blobs, or the reason is reported; other bytes are never
 * returned.
 */
final class BlobDerivationIT {

    private static RunningServer server;
    private static BlobClient ann;
    private static BlobClient bob;
    private static MailUser owner;
    private static String open;
    private static BlobFiles files;

    @BeforeAll
    static void start() throws Exception {
        server = SharedServer.plain();
        Files.writeString(server.home().resolveSibling("asked"), "");
        ann = BlobClient.of(SignedIn.as(server, "ann@one.derivation.test"));
        bob = BlobClient.of(SignedIn.as(server, "bob@one.derivation.test"));
        files = new BlobFiles(server.home());
        owner = new MailUser(ann.who(), ann);
        open = owner.newMailbox("Open");
        owner.share(open, bob.who(), "{'mayReadItems':true,'mayAddItems':true}");
    }

    /** Sets the result of the extractor for a blob. */
    private static void order(String blobId, String order) {
        try {
            Files.writeString(
                    server.home().resolveSibling("orders"), blobId + "=" + order + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> asked() {
        try {
            return Files.readAllLines(server.home().resolveSibling("asked"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String id(String text) {
        return BlobCalls.id(BlobClient.bytes(text));
    }

    private static void problem(HttpResponse<byte[]> response, int status, String type) {
        assertThat(response.statusCode())
                .as(new String(response.body(), StandardCharsets.UTF_8))
                .isEqualTo(status);
        JsonNode members = BlobClient.json(response);
        assertThat(members.fieldNames()).toIterable().containsExactly("type", "status", "detail");
        assertThat(members.path("type").asText()).isEqualTo(type);
        assertThat(members.path("status").asInt()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
    }

    private static HttpResponse<byte[]> own(String blobId) {
        return ann.download(ann.who().accountId(), blobId);
    }

    private static void plainForBob(String blobId) {
        int before = asked().size();
        HttpResponse<byte[]> unknown = bob.download("shared:" + ann.who().accountId(), id("nowhere at all"));
        HttpResponse<byte[]> shared = bob.download("shared:" + ann.who().accountId(), blobId);
        assertThat(shared.statusCode()).isEqualTo(404);
        assertThat(new String(shared.body(), StandardCharsets.UTF_8))
                .isEqualTo(new String(unknown.body(), StandardCharsets.UTF_8))
                .isEqualTo("{\"type\":\"about:blank\",\"status\":404}");
        assertThat(asked()).as("nothing is looked for").hasSize(before);
    }

    private static long losses(String blobId) {
        return server.err()
                .lines()
                .filter(line -> line.contains(" ERROR ") && line.contains("Data loss: the blob " + blobId))
                .count();
    }

    @Test
    @Covers({"BLOB-06", "BLOB-08"})
    void partIsExtractedFromItsContainer() {
        String text = "a part of something";
        order(id(text), "found " + text);
        plainForBob(id(text));
        assertThat(ann.text(id(text))).isEqualTo("200 " + text);
        assertThat(files.of(id(text))).as("read from there, and not stored").isEmpty();
        assertThat(ann.text(id(text))).isEqualTo("200 " + text);
        HttpResponse<byte[]> some = ann.download(ann.who().accountId(), id(text), "Range", "bytes=2-5");
        assertThat(some.statusCode()).isEqualTo(206);
        assertThat(some.body()).isEqualTo(BlobClient.bytes("part"));
        assertThat(files.of(id(text))).isEmpty();
    }

    @Test
    @Covers("BLOB-07")
    void extractedBlobMustMatchItsHash() {
        String invalid = id("what it should be");
        order(invalid, "found something else");
        problem(own(invalid), 500, "partDerivationMismatch");
        assertThat(files.of(invalid)).isEmpty();
        assertThat(files.of(id("something else"))).isEmpty();
        plainForBob(invalid);
    }

    @Test
    @Covers("BLOB-09")
    void unknownBlobIsNotFound() {
        String unknownUser = id("known to nobody");
        problem(own(unknownUser), 404, "blobNotFound");
        plainForBob(unknownUser);
        assertThat(losses(unknownUser)).isZero();
    }

    @Test
    @Covers("BLOB-10")
    void unreadableContainerIsDataLoss() {
        String lost = id("in a message that is lost");
        order(lost, "unreadable " + id("the message"));
        long before = server.metric("data_loss_total");
        problem(own(lost), 500, "blobMissing");
        problem(own(lost), 500, "blobMissing");
        assertThat(losses(lost)).as("logged once").isEqualTo(1);
        assertThat(server.metric("data_loss_total")).isGreaterThan(before);
        plainForBob(lost);
    }

    @Test
    @Covers("BLOB-11")
    void missingPartIsAMismatch() {
        String none = id("in no part");
        order(none, "mismatch " + id("the message"));
        problem(own(none), 500, "partDerivationMismatch");
        assertThat(losses(none)).isZero();
        plainForBob(none);
    }

    @Test
    void failingExtractorIsAnInternalError() {
        String id = id("thrown at");
        order(id, "throw");
        HttpResponse<byte[]> response = own(id);
        assertThat(response.statusCode()).isEqualTo(500);
        assertThat(BlobClient.json(response).path("type").asText()).isEqualTo("about:blank");
        assertThat(BlobClient.json(response).has("correlation")).isTrue();
    }

    @Test
    @Covers({"BLOB-07", "BLOB-10"})
    void missingUploadIsDataLoss() {
        String removed = ann.store("uploaded and gone");
        files.delete(removed);
        problem(own(removed), 500, "blobMissing");
        assertThat(losses(removed)).isEqualTo(1);
        assertThat(ann.store("uploaded and gone")).isEqualTo(removed);
        assertThat(ann.text(removed)).isEqualTo("200 uploaded and gone");
    }

    @Test
    @Covers({"BLOB-07", "BLOB-12"})
    void damagedBytesAreNeverSent() {
        for (int place : List.of(0, 20, -1, -20)) {
            String text = "Subject: flipped at " + place;
            String blob = owner.bring(MailCalls.message(text), open, "")
                    .path("blobId")
                    .asText();
            assertThat(bob.download("shared:" + ann.who().accountId(), blob).statusCode())
                    .isEqualTo(200);
            files.flip(blob, place);
            problem(own(blob), 500, "blobMissing");
            assertThat(ann.request("HEAD", ann.path(ann.who().accountId(), blob, "x", "text/plain"))
                            .statusCode())
                    .isEqualTo(500);
            plainForBob(blob);
            order(blob, "found " + text + "\\r\\n");
            assertThat(ann.text(blob)).as("found elsewhere").isEqualTo("200 " + text + "\r\n");
            assertThat(bob.download("shared:" + ann.who().accountId(), blob).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    @Covers("BLOB-07")
    void damageAfterTheFirstBytesClosesTheConnection() {
        byte[] bytes = new byte[300_000];
        new Random(3).nextBytes(bytes);
        String blob = BlobClient.json(ann.upload(ann.who().accountId(), bytes))
                .path("blobId")
                .asText();
        files.flip(blob, -30);
        assertThat(org.assertj.core.api.Assertions.catchThrowable(() -> own(blob)))
                .as("the body ends before its length")
                .isInstanceOf(UncheckedIOException.class);
        HttpResponse<byte[]> begin = ann.download(ann.who().accountId(), blob, "Range", "bytes=0-9");
        assertThat(begin.statusCode()).isEqualTo(206);
        assertThat(begin.body()).isEqualTo(java.util.Arrays.copyOf(bytes, 10));
        problem(ann.download(ann.who().accountId(), blob, "Range", "bytes=299990-"), 500, "blobMissing");
        assertThat(losses(blob)).isEqualTo(1);
        assertThat(server.err()).doesNotContain("failed to handle GET at its route /jmap/download/* -");
    }

    @Test
    @Covers("ADM-33")
    void indexIsRebuiltForEveryAccount() {
        HttpResponse<String> response = server.admin("POST", "/reindex-blobs", "{}");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(202);
        String job = SignedIn.json(response).at("/job/id").asText();
        server.await("done", () -> server.command("", "job", "show", job).out().contains("done"));
        assertThat(asked())
                .contains(
                        "reindex " + ann.who().accountId(),
                        "reindex " + bob.who().accountId());
    }

    @Test
    void doctorReportsDamageFoundByAScrub() {
        String blob = bob.store("damaged and never asked for");
        files.flip(blob, -5);
        JsonNode job = OperationInterface.json(
                server.command("", "blobs", "scrub", "--json").out());
        server.await(
                "done",
                () -> server.command("", "job", "show", job.at("/job/id").asText())
                        .out()
                        .contains("done"));
        assertThat(losses(blob)).isEqualTo(1);
        assertThat(server.command("", "doctor", "--only", "storage", "--json").out())
                .contains("blobs-whole")
                .contains("missing or damaged");
    }
}
