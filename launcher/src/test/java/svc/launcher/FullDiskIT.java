package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.bundles.BlobCalls;

/** Uploads to a full disk. */
final class FullDiskIT {

    @TempDir
    private static Path directory;

    private static Path home;
    private static SmallDisk disk;
    private static RunningServer server;
    private static BlobClient ann;

    @BeforeAll
    static void start() throws Exception {
        home = directory.resolve("home");
        disk = SmallDisk.at(home);
        server = SvcCommand.svc().start(home).ready();
        ann = BlobClient.of(SignedIn.as(server, "ann@one.test"));
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
            disk.remove();
        }
    }

    private static byte[] bytes(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static HttpResponse<byte[]> upload(byte[] bytes) {
        return ann.upload(ann.who().accountId(), bytes);
    }

    private static void assertNoRoom(HttpResponse<byte[]> response) {
        assertThat(response.statusCode()).isEqualTo(507);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        JsonNode problem = BlobClient.json(response);
        assertThat(problem.path("type").asText()).isEqualTo("about:blank");
        assertThat(problem.path("status").asInt()).isEqualTo(507);
        assertThat(problem.path("detail").asText())
                .contains("storage of the server is full")
                .contains("try again later");
    }

    private static List<String> told() {
        return server.err()
                .lines()
                .filter(line -> line.contains("blobs are rejected until"))
                .toList();
    }

    @Test
    @Covers("BLOB-13")
    void uploadOnAFullDiskLeavesNothing() throws IOException {
        String kept = ann.store("kept before");
        List<Path> before = new BlobFiles(home).all();
        disk.fill(4 * SmallDisk.MEBIBYTE);
        for (int i = 0; i < 3; i++) {
            assertNoRoom(upload(bytes(10 * SmallDisk.MEBIBYTE, i)));
            assertThat(new BlobFiles(home).all()).containsExactlyInAnyOrderElementsOf(before);
        }
        assertThat(told()).as("to the operator, once").hasSize(1);
        assertThat(made("x".repeat(5 * SmallDisk.MEBIBYTE)))
                .contains("serverUnavailable")
                .contains("storage of the server is full");
        assertThat(new BlobFiles(home).all()).containsExactlyInAnyOrderElementsOf(before);
        SvcCommand.Finished doctor = server.command("", "doctor", "--only", "storage");
        assertThat(doctor.out()).contains("The last blob did not fit on the disk");
        assertThat(ann.text(kept)).isEqualTo("200 kept before");
        String small = ann.store("small enough");
        assertThat(ann.text(small)).isEqualTo("200 small enough");

        disk.empty();
        byte[] bytes = bytes(10 * SmallDisk.MEBIBYTE, 0);
        assertThat(upload(bytes).statusCode()).isEqualTo(201);
        assertThat(ann.download(ann.who().accountId(), BlobCalls.id(bytes)).body())
                .isEqualTo(bytes);
        assertThat(server.command("", "doctor", "--only", "storage").out())
                .doesNotContain("The last blob did not fit on the disk");
        assertThat(server.err()).doesNotContain("failed to handle");
    }

    @Test
    @Covers("BLOB-13")
    void uploadWithoutRoomForItsRowLeavesNothing() throws IOException {
        String kept = ann.store("kept before that");
        List<Path> before = new BlobFiles(home).all();
        // Room for the file only, so that the log of the database cannot grow.
        disk.fill(SmallDisk.PAGE);
        long written = written();
        assertNoRoom(upload(bytes(100, 1_000)));
        assertThat(written()).as("files that found a place").isEqualTo(written + 1);
        assertThat(new BlobFiles(home).all()).containsExactlyInAnyOrderElementsOf(before);
        assertThat(told()).hasSizeLessThanOrEqualTo(1);
        assertThat(ann.text(kept)).isEqualTo("200 kept before that");
        disk.empty();
        assertThat(ann.text(ann.store("there is room again"))).isEqualTo("200 there is room again");
        assertThat(server.err()).doesNotContain("failed to handle");
    }

    @Test
    void signInOnAFullDiskIs507() throws Exception {
        disk.fill(0);
        int status = 200;
        for (int i = 0; i < 100 && status == 200; i++) {
            status = SignedIn.login(server, "ann@one.test", SignedIn.PASSWORD).statusCode();
        }
        disk.empty();
        assertThat(status).isEqualTo(507);
        assertThat(SignedIn.login(server, "ann@one.test", SignedIn.PASSWORD).statusCode())
                .isEqualTo(200);
        assertThat(server.err()).doesNotContain("failed to handle");
    }

    /** Returns the response to a Blob/upload. */
    private static String made(String text) {
        return ann.who()
                .post(
                        "/jmap",
                        "{\"using\":[\"urn:ietf:params:jmap:core\",\"urn:ietf:params:jmap:blob\"],\"methodCalls\":"
                                + "[[\"Blob/upload\",{\"accountId\":\""
                                + ann.who().accountId()
                                + "\",\"create\":{\"k\":{\"data\":[{\"data:asText\":\"" + text + "\"}]}}},\"0\"]]}")
                .body();
    }

    private static long written() {
        return server.metric("blobs_kept_total");
    }
}
