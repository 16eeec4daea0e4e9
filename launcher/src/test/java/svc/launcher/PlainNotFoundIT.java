package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.testkit.Covers;

/**
 * The response for an object that the caller may not see is the same as for a path without a route, byte for byte
 * except the date.
 */
final class PlainNotFoundIT {

    private static final String NOTHING = "{\"type\":\"about:blank\",\"status\":404}";
    private static final String NOWHERE = "/no/such/path";

    @TempDir
    private static Path home;

    private static RunningServer server;
    private static BlobClient ann;
    private static BlobClient otherTenantClient;
    private static String kept;

    @BeforeAll
    static void start() {
        // Rate limited as any client, because a field contains the remaining quota.
        server = SvcCommand.svc()
                .wary()
                .start(home, "--set", "server.cors_origins=[\"https://app.test\"]")
                .ready();
        ann = BlobClient.of(SignedIn.as(server, "ann@one.test"));
        otherTenantClient = BlobClient.of(SignedIn.as(server, "eve@two.test"));
        kept = ann.store("of ann");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<String> hidden(String method) {
        String foreign = ann.who().accountId();
        return method.equals("POST")
                ? List.of(
                        "/jmap/upload/" + foreign,
                        "/jmap/upload/a999999",
                        "/jmap/upload/%20",
                        "/jmap/upload/" + otherTenantClient.who().accountId() + "/",
                        "/jmap/upload/",
                        "/jmap/upload")
                : List.of(
                        otherTenantClient.path(foreign, kept, "x.txt", "text/plain"),
                        otherTenantClient.path(foreign, "b" + "0".repeat(64), "x.txt", "text/plain"),
                        otherTenantClient.path("a999999", kept, "x.txt", "text/plain"),
                        "/jmap/download/" + foreign + "/b1/x",
                        "/jmap/download/" + otherTenantClient.who().accountId() + "/" + kept,
                        "/jmap/download/",
                        "/jmap/download");
    }

    @ParameterizedTest
    @CsvSource({"GET,", "HEAD,", "POST,", "GET,https://app.test", "POST,https://app.test", "GET,https://other.test"})
    @Covers({"BLOB-01", "BLOB-15"})
    void unknownPathOverHttp1(String method, String origin) throws IOException {
        String nowhere = raw(method, NOWHERE, origin);
        assertThat(nowhere).startsWith("HTTP/1.1 404 ").contains("RateLimit: ");
        assertThat(nowhere.contains("Access-Control-Allow-Origin: https://app.test"))
                .isEqualTo("https://app.test".equals(origin));
        assertThat(nowhere).endsWith(method.equals("HEAD") ? "\r\n\r\n" : "\r\n\r\n" + NOTHING);
        for (String path : hidden(method)) {
            assertThat(raw(method, path, origin)).as(path).isEqualTo(nowhere);
        }
    }

    private static String raw(String method, String path, String origin) throws IOException {
        URI url = URI.create(server.url());
        String body = method.equals("POST") ? "what eve sends" : "";
        String request = method + " " + path + " HTTP/1.1\r\nHost: " + url.getAuthority() + "\r\nAuthorization: Bearer "
                + otherTenantClient.who().token() + "\r\nAccept-Encoding: gzip\r\nConnection: close\r\n"
                + (origin == null ? "" : "Origin: " + origin + "\r\n")
                + (body.isEmpty() ? "" : "Content-Length: " + body.length() + "\r\n") + "\r\n" + body;
        try (Socket socket = new Socket(url.getHost(), url.getPort())) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .replaceAll("\r\nDate: [^\r]*", "")
                    .replaceAll(";r=\\d+;t=\\d+", ";r=LEFT");
        }
    }

    @ParameterizedTest
    @CsvSource({"GET,", "HEAD,", "POST,", "GET,https://app.test", "POST,https://app.test"})
    @Covers({"BLOB-01", "BLOB-15"})
    void unknownPathOverHttp2(String method, String origin) throws Exception {
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
        // The connection is upgraded to HTTP/2 by a request without a body.
        told(http, "GET", NOWHERE, origin);
        String nowhere = told(http, method, NOWHERE, origin);
        assertThat(nowhere).startsWith("HTTP_2 404 ").endsWith(method.equals("HEAD") ? "} " : "} " + NOTHING);
        for (String path : hidden(method)) {
            assertThat(told(http, method, path, origin)).as(path).isEqualTo(nowhere);
        }
    }

    private static String told(HttpClient http, String method, String path, String origin) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.url() + path))
                .header("Authorization", "Bearer " + otherTenantClient.who().token())
                .header("Accept-Encoding", "gzip")
                .method(method, method.equals("POST") ? BodyPublishers.ofString("x") : BodyPublishers.noBody());
        if (origin != null) {
            request.header("Origin", origin);
        }
        HttpResponse<String> response = http.send(request.build(), BodyHandlers.ofString());
        Map<String, List<String>> fields = new TreeMap<>(response.headers().map());
        fields.remove("date");
        return (response.version() + " " + response.statusCode() + " " + fields).replaceAll(";r=\\d+;t=\\d+", ";r=LEFT")
                + " " + response.body();
    }
}
