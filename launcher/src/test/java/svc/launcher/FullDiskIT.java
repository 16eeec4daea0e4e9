package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;

/** The home on a small disk of its own, which the tests fill up. Only root may make one: others leave these tests out. */
final class FullDiskIT {

    private static final int PAGE = 4_096;
    private static final int MEBIBYTE = 1 << 20;

    @TempDir
    private static Path directory;

    private static Path home;
    private static RunningServer server;
    private static BlobClient ann;

    @BeforeAll
    static void start() throws Exception {
        home = Files.createDirectories(directory.resolve("home"));
        assumeTrue(done("mount", "-t", "tmpfs", "-o", "size=48m,mode=700", "svc-test", home.toString()));
        server = SvcCommand.svc().start(home).ready();
        ann = BlobClient.of(SignedIn.as(server, "ann@one.test"));
    }

    @AfterAll
    static void stop() throws Exception {
        if (server != null) {
            server.close();
            assertThat(done("umount", home.toString())).isTrue();
        }
    }

    private static boolean done(String... command) throws Exception {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return process.exitValue() == 0;
    }

    private static Path ballast() {
        return home.resolve("ballast");
    }

    /** Leaves so much room. */
    private static void fill(long left) throws IOException {
        try (OutputStream out = Files.newOutputStream(ballast())) {
            byte[] page = new byte[PAGE];
            while (home.toFile().getUsableSpace() > left) {
                out.write(page);
            }
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

    private static void assertNoRoom(HttpResponse<byte[]> answer) {
        assertThat(answer.statusCode()).isEqualTo(507);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        JsonNode problem = BlobClient.json(answer);
        assertThat(problem.path("type").asText()).isEqualTo("about:blank");
        assertThat(problem.path("status").asInt()).isEqualTo(507);
        assertThat(problem.path("detail").asText()).contains("no room left").contains("send it again");
    }

    private static List<String> told() {
        return server.err()
                .lines()
                .filter(line -> line.contains("A blob was refused"))
                .toList();
    }

    @Test
    @Covers("BLOB-13")
    void whatFindsNoRoomIsRefusedAndLeavesNothing() throws IOException {
        String kept = ann.keep("kept before");
        List<Path> before = new BlobFiles(home).all();
        fill(4 * MEBIBYTE);
        for (int i = 0; i < 3; i++) {
            assertNoRoom(upload(bytes(10 * MEBIBYTE, i)));
            assertThat(new BlobFiles(home).all()).containsExactlyInAnyOrderElementsOf(before);
        }
        assertThat(told()).as("to the operator, once").hasSize(1);
        assertThat(made("x".repeat(5 * MEBIBYTE))).contains("serverUnavailable").contains("no room left");
        assertThat(new BlobFiles(home).all()).containsExactlyInAnyOrderElementsOf(before);
        SvcCommand.Finished doctor = server.command("", "doctor", "--only", "storage");
        assertThat(doctor.out()).contains("The last blob found no room on the disk");
        assertThat(ann.text(kept)).isEqualTo("200 kept before");
        String small = ann.keep("small enough");
        assertThat(ann.text(small)).isEqualTo("200 small enough");

        Files.delete(ballast());
        byte[] bytes = bytes(10 * MEBIBYTE, 0);
        assertThat(upload(bytes).statusCode()).isEqualTo(201);
        assertThat(ann.download(ann.who().accountId(), BlobClient.name(bytes)).body())
                .isEqualTo(bytes);
        assertThat(server.command("", "doctor", "--only", "storage").out())
                .doesNotContain("The last blob found no room on the disk");
        assertThat(server.err()).doesNotContain("failed to answer");
    }

    @Test
    @Covers("BLOB-13")
    void whatFindsNoRoomForItsRowIsRefusedAndLeavesNothing() throws IOException {
        String kept = ann.keep("kept before that");
        List<Path> before = new BlobFiles(home).all();
        // Room for the file alone, so that it is the log of the database that cannot grow.
        fill(PAGE);
        long written = written();
        assertNoRoom(upload(bytes(100, 1_000)));
        assertThat(written()).as("files that found a place").isEqualTo(written + 1);
        assertThat(new BlobFiles(home).all()).containsExactlyInAnyOrderElementsOf(before);
        assertThat(told()).hasSizeLessThanOrEqualTo(1);
        assertThat(ann.text(kept)).isEqualTo("200 kept before that");
        Files.delete(ballast());
        assertThat(ann.text(ann.keep("there is room again"))).isEqualTo("200 there is room again");
        assertThat(server.err()).doesNotContain("failed to answer");
    }

    /** The answer to a Blob/upload. */
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
