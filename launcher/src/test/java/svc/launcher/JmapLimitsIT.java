package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Covers;

/** The limits of requests over HTTP, at the limit and one beyond it. */
class JmapLimitsIT {

    private static final String PROBLEM = "urn:ietf:params:jmap:error:";

    @TempDir
    private static Path dir;

    private static RunningServer server;
    private static SignedIn ada;
    private static SignedIn bob;

    @BeforeAll
    static void start() {
        server = SharedServer.plain();
        ada = SignedIn.as(server, "ada@one.jmaplimits.test");
        bob = SignedIn.as(server, "bob@two.jmaplimits.test");
    }

    private static JsonNode session(SignedIn otherUser) {
        return SignedIn.json(otherUser.get("/.well-known/jmap"));
    }

    private static String request(String using, String calls) {
        return "{\"using\":[" + using + "],\"methodCalls\":[" + calls + "]}";
    }

    private static JsonNode call(SignedIn otherUser, String method, String arguments) {
        HttpResponse<String> response =
                otherUser.post("/jmap", request(TasksBundle.USING, "[\"" + method + "\"," + arguments + ",\"c\"]"));
        return SignedIn.json(response).path("methodResponses").path(0).path(1);
    }

    @Test
    @Covers({"CAP-01", "CAP-09", "LIM-01", "LIM-02"})
    void bothCapabilitiesAdvertiseTheSameLimits() {
        JsonNode capabilities = session(ada).path("capabilities");
        JsonNode core = capabilities.path("urn:ietf:params:jmap:core");
        JsonNode limits =
                capabilities.path("urn:svc:params:jmap:v2:resource-limits").path("limits");
        for (String limit : List.of(
                "maxSizeUpload",
                "maxConcurrentUpload",
                "maxSizeRequest",
                "maxConcurrentRequests",
                "maxCallsInRequest",
                "maxObjectsInGet",
                "maxObjectsInSet")) {
            assertThat(core.path(limit).isIntegralNumber()).as(limit).isTrue();
            assertThat(limits.path(limit)).as(limit).isEqualTo(core.path(limit));
        }
        assertThat(core).hasToString("""
                {"collationAlgorithms":["i;ascii-numeric","i;ascii-casemap","i;unicode-casemap"],\
                "maxCallsInRequest":64,"maxConcurrentRequests":8,"maxConcurrentUpload":4,"maxObjectsInGet":500,\
                "maxObjectsInSet":500,"maxSizeRequest":10000000,"maxSizeUpload":50000000}""");
    }

    @ParameterizedTest
    @ValueSource(ints = {10_000_000, 10_000_001})
    @Covers("LIM-03")
    void requestSizeIsLimited(int length) {
        String body = padded(length);
        HttpResponse<String> response = ada.post("/jmap", body);
        if (length > 10_000_000) {
            assertThat(response.statusCode()).isEqualTo(400);
            assertThat(SignedIn.json(response).path("limit").asText()).isEqualTo("maxSizeRequest");
        } else {
            assertThat(response.statusCode()).isEqualTo(200);
        }
    }

    @Test
    @Covers("LIM-03")
    void chunkedRequestSizeIsLimited() throws IOException {
        String answer = chunked(padded(10_000_001));
        assertThat(answer).startsWith("HTTP/1.1 400").contains("maxSizeRequest");
        assertThat(chunked(padded(1_000))).startsWith("HTTP/1.1 200");
    }

    private static String padded(int length) {
        String start = "{\"using\":[],\"methodCalls\":[],\"x\":\"";
        return start + "x".repeat(length - start.length() - 2) + "\"}";
    }

    private static String chunked(String body) throws IOException {
        URI url = URI.create(server.url());
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            out.writeBytes(("POST /jmap HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
                            + "Transfer-Encoding: chunked\r\nAuthorization: Bearer " + ada.token() + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII));
            int step = 100_000;
            for (int i = 0; i < body.length(); i += step) {
                String chunk = body.substring(i, Math.min(body.length(), i + step));
                out.writeBytes((Integer.toHexString(chunk.length()) + "\r\n" + chunk + "\r\n")
                        .getBytes(StandardCharsets.US_ASCII));
            }
            out.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            CompletableFuture<Void> sent = CompletableFuture.runAsync(() -> {
                try {
                    socket.getOutputStream().write(out.toByteArray());
                } catch (IOException e) {
                    // The server may reject the request before all of it is sent.
                }
            });
            InputStream in = socket.getInputStream();
            String answer = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            sent.join();
            return answer;
        }
    }

    @Test
    @Covers("LIM-04")
    void concurrentRequestsPerAccountAreLimited() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(8);
        try {
            List<Path> files = new ArrayList<>();
            List<Future<HttpResponse<String>>> slow = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Path file = dir.resolve("wait" + i);
                files.add(file);
                slow.add(threads.submit(() -> ada.post(
                        "/jmap",
                        request(
                                TasksBundle.USING,
                                "[\"Task/wait\",{\"file\":\"" + file + "\",\"fail\":false},\"w\"]"))));
            }
            server.await("waiting", () -> files.stream().allMatch(Files::exists));
            HttpResponse<String> ninth = ada.post("/jmap", request("", ""));
            assertThat(ninth.statusCode()).isEqualTo(429);
            assertThat(ninth.headers().firstValue("Retry-After")).isPresent();
            assertThat(SignedIn.json(ninth).path("limit").asText()).isEqualTo("maxConcurrentRequests");
            assertThat(SignedIn.json(ninth).path("type").asText()).isEqualTo(PROBLEM + "limit");
            assertThat(bob.post("/jmap", request("", "")).statusCode()).isEqualTo(200);
            for (Path file : files) {
                Files.delete(file);
            }
            for (Future<HttpResponse<String>> response : slow) {
                assertThat(response.get().statusCode()).isEqualTo(200);
            }
            assertThat(ada.post("/jmap", request("", "")).statusCode()).isEqualTo(200);
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @Covers({"LIM-06", "LIM-07"})
    void objectsPerCallAreLimited() {
        String account = "{\"accountId\":\"" + ada.accountId() + "\",";
        String ids =
                IntStream.range(0, 501).mapToObj(i -> "\"t" + (i + 1) + "0\"").collect(Collectors.joining(","));
        assertThat(call(ada, "Task/get", account + "\"ids\":[" + ids + "]}")
                        .path("type")
                        .asText())
                .isEqualTo("requestTooLarge");
        assertThat(call(ada, "Task/get", account + "\"ids\":[" + ids.substring(0, ids.lastIndexOf(',')) + "]}")
                        .has("notFound"))
                .isTrue();
        String before =
                call(ada, "Task/get", account + "\"ids\":[]}").path("state").asText();
        String creates = IntStream.range(0, 300)
                .mapToObj(i -> "\"k" + i + "\":{\"title\":\"t\"}")
                .collect(Collectors.joining(","));
        String destroys =
                IntStream.range(0, 201).mapToObj(i -> "\"t" + (i + 1) + "\"").collect(Collectors.joining(","));
        assertThat(call(ada, "Task/set", account + "\"create\":{" + creates + "},\"destroy\":[" + destroys + "]}")
                        .path("type")
                        .asText())
                .isEqualTo("requestTooLarge");
        assertThat(call(ada, "Task/get", account + "\"ids\":[]}").path("state").asText())
                .isEqualTo(before);
    }
}
