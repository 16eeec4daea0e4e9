package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Covers;
import svc.testkit.bundles.BlobCalls;

/** The limits of uploads, at the limit and one beyond it, on a server with little memory. */
final class BlobLimitsIT {

    private static final int MOST = 50_000_000;
    private static final int BEGINNING = 200_000;
    private static final String LIMIT = "urn:ietf:params:jmap:error:limit";

    @TempDir
    private static Path home;

    private static RunningServer server;
    private static BlobClient ann;

    @BeforeAll
    static void start() {
        // Both compilers: the test moves 400 MB through the cipher.
        server = SvcCommand.svc()
                .with("SVC_MEMORY", "96m")
                .with("SVC_TIER", "4")
                .start(home)
                .ready();
        ann = BlobClient.of(SignedIn.as(server, "ann@one.test"));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    @Covers({"BLOB-13", "LIM-01"})
    void uploadSizeIsLimited(boolean chunked) {
        assertThat(ann.session()
                        .at("/capabilities/urn:ietf:params:jmap:core/maxSizeUpload")
                        .asInt())
                .isEqualTo(MOST);
        byte[] bytes = new byte[MOST + 1];
        new Random(chunked ? 1 : 2).nextBytes(bytes);
        int before = new BlobFiles(home).all().size();
        HttpResponse<byte[]> tooLong = upload(bytes, bytes.length, chunked);
        assertThat(tooLong.statusCode()).isEqualTo(413);
        JsonNode problem = BlobClient.json(tooLong);
        assertThat(problem.path("type").asText()).isEqualTo(LIMIT);
        assertThat(problem.path("limit").asText()).isEqualTo("maxSizeUpload");
        assertThat(problem.path("status").asInt()).isEqualTo(413);
        assertThat(new BlobFiles(home).all()).hasSize(before);
        HttpResponse<byte[]> accepted = upload(bytes, MOST, chunked);
        assertThat(accepted.statusCode()).isEqualTo(201);
        assertThat(BlobClient.json(accepted).path("size").asInt()).isEqualTo(MOST);
        assertThat(ann.download(
                                ann.who().accountId(),
                                BlobClient.json(accepted).path("blobId").asText())
                        .body())
                .isEqualTo(java.util.Arrays.copyOf(bytes, MOST));
    }

    private static HttpResponse<byte[]> upload(byte[] bytes, int length, boolean chunked) {
        return ann.upload(
                ann.who().accountId(),
                chunked
                        ? BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(bytes, 0, length))
                        : BodyPublishers.ofByteArray(bytes, 0, length));
    }

    /**
     * Begins an upload and stops in the middle. It is long, because a short body gets a thread only when it is
     * complete.
     */
    private static Socket slow(BlobClient otherUser) throws IOException {
        URI url = URI.create(server.url());
        Socket socket = new Socket(url.getHost(), url.getPort());
        socket.setSoTimeout(30_000);
        String head = "POST /jmap/upload/" + otherUser.who().accountId()
                + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\nAuthorization: Bearer "
                + otherUser.who().token() + "\r\n\r\n";
        String chunk = Integer.toHexString(BEGINNING) + "\r\n" + "s".repeat(BEGINNING) + "\r\n";
        socket.getOutputStream().write((head + chunk).getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static String finish(Socket socket) throws IOException {
        try (socket) {
            OutputStream out = socket.getOutputStream();
            out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    @Covers({"BLOB-14", "LIM-02"})
    void concurrentUploadsPerAccountAreLimited() throws IOException {
        BlobClient cyd = BlobClient.of(SignedIn.as(server, "cyd@one.test"));
        BlobClient bob = BlobClient.of(SignedIn.as(server, "bob@one.test"));
        int max = cyd.session()
                .at("/capabilities/urn:ietf:params:jmap:core/maxConcurrentUpload")
                .asInt();
        assertThat(max).isEqualTo(4);
        int before = new BlobFiles(home).all().size();
        List<Socket> open = new ArrayList<>();
        for (int i = 0; i < max; i++) {
            open.add(slow(cyd));
        }
        server.await("all of them begun", () -> new BlobFiles(home).all().size() == before + max);
        HttpResponse<byte[]> fifth = cyd.upload(cyd.who().accountId(), BlobClient.bytes("fifth"));
        assertThat(fifth.statusCode()).isEqualTo(429);
        assertThat(fifth.headers().firstValue("Retry-After")).isPresent();
        assertThat(BlobClient.json(fifth).path("type").asText()).isEqualTo(LIMIT);
        assertThat(BlobClient.json(fifth).path("limit").asText()).isEqualTo("maxConcurrentUpload");
        assertThat(bob.store("somebody else's")).isNotEmpty();
        assertThat(cyd.who().get("/.well-known/jmap").statusCode())
                .as("other requests")
                .isEqualTo(200);
        assertThat(finish(open.remove(0))).startsWith("HTTP/1.1 201");
        server.await(
                "room",
                () -> cyd.upload(cyd.who().accountId(), BlobClient.bytes("fifth"))
                                .statusCode()
                        == 201);
        open.get(0).close();
        assertThat(finish(open.get(1))).startsWith("HTTP/1.1 201");
        assertThat(finish(open.get(2))).startsWith("HTTP/1.1 201");
        server.await(
                "the one that broke off gone",
                () -> new BlobFiles(home).temporary().isEmpty());
    }

    @Test
    @Covers("BLOB-13")
    void concurrentLongUploadsUseLittleMemory() throws Exception {
        List<BlobClient> four = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            four.add(BlobClient.of(SignedIn.as(server, "many" + i + "@two.test")));
        }
        ExecutorService threads = Executors.newFixedThreadPool(16);
        try {
            List<Future<String>> uploads = new ArrayList<>();
            List<String> names = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                BlobClient otherUser = four.get(i % 4);
                byte[] bytes = new byte[16 << 20];
                new Random(100 + i).nextBytes(bytes);
                names.add("201 " + BlobCalls.id(bytes));
                uploads.add(threads.submit(() -> {
                    HttpResponse<byte[]> response =
                            otherUser.upload(otherUser.who().accountId(), bytes);
                    return response.statusCode() + " "
                            + BlobClient.json(response).path("blobId").asText();
                }));
            }
            List<String> told = new ArrayList<>();
            for (Future<String> upload : uploads) {
                told.add(upload.get());
            }
            assertThat(told).isEqualTo(names);
            assertThat(server.err()).doesNotContain("OutOfMemory");
        } finally {
            threads.shutdownNow();
        }
    }
}
