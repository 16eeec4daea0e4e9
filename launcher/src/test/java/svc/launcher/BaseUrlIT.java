package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import svc.testkit.Covers;

/** A server below a path of another one, through a proxy that removes the path. */
final class BaseUrlIT {

    private static final String PREFIX = "/pfx";

    @TempDir
    private static Path dir;

    private static HttpServer proxy;
    private static RunningServer server;
    private static String base;

    @BeforeAll
    static void start() throws IOException {
        proxy = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        proxy.createContext(PREFIX, BaseUrlIT::pass);
        proxy.start();
        base = "http://127.0.0.1:" + proxy.getAddress().getPort() + PREFIX;
        server = SvcCommand.svc()
                .start(dir.resolve("home"), "--set", "server.public_url=\"" + base + "\"")
                .ready();
    }

    @AfterAll
    static void stop() {
        proxy.stop(0);
        server.close();
    }

    private static void pass(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().toString().substring(PREFIX.length());
            List<String> fields = new ArrayList<>();
            for (String field : List.of("Authorization", "Content-Type", "DPoP")) {
                exchange.getRequestHeaders()
                        .getOrDefault(field, List.of())
                        .forEach(value -> fields.addAll(List.of(field, value)));
            }
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            HttpResponse<String> response =
                    server.send(exchange.getRequestMethod(), server.url() + path, body, fields.toArray(String[]::new));
            response.headers()
                    .firstValue("Content-Type")
                    .ifPresent(type -> exchange.getResponseHeaders().add("Content-Type", type));
            byte[] bytes = response.body().getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(response.statusCode(), bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        }
    }

    @Test
    @Covers({"GEN-09", "SESS-06"})
    void sessionUrlsUseTheBaseUrl() {
        SignedIn ann = SignedIn.as(server, "ann@example.org");
        String[] fields = {"Authorization", "Bearer " + ann.token(), "Content-Type", "application/json"};
        JsonNode session = SignedIn.json(server.send("GET", base + "/.well-known/jmap", "", fields));
        for (String url : List.of("apiUrl", "uploadUrl", "downloadUrl", "eventSourceUrl")) {
            assertThat(session.path(url).asText()).startsWith(base + "/jmap");
        }
        HttpResponse<String> echo = server.send(
                "POST",
                session.path("apiUrl").asText(),
                "{\"using\":[\"urn:ietf:params:jmap:core\"],\"methodCalls\":[[\"Core/echo\",{\"x\":1},\"c\"]]}",
                fields);
        assertThat(SignedIn.json(echo).at("/methodResponses/0/1/x").asInt()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /.well-known/jmap, 401",
        "POST, /.well-known/jmap, 405",
        "POST, /jmap, 401",
        "GET, /jmap, 405",
        "POST, /jmap/, 404",
        "POST, /jmap/upload/a1/, 404",
        "POST, /jmap/stream-ticket, 401",
        "POST, /jmap/media-token, 401",
        "POST, /auth/login, 400",
        "POST, /auth/refresh, 401",
        "POST, /auth/logout, 401",
        "GET, /auth/login, 405",
        "GET, /nothing/here, 404",
        "GET, /admin/v1/version, 401",
        "GET, /healthz/live, 200",
        "GET, /healthz/ready, 200"
    })
    @Covers("GEN-09")
    void everyOtherResponseIsJson(String method, String path, int status) {
        HttpResponse<String> response = server.send(method, base + path, "", "Content-Type", "application/json");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type").orElse(""))
                .isIn("application/json", "application/problem+json");
        assertThat(SignedIn.json(response).isObject()).isTrue();
    }

    /** Calls each operation that has a path. */
    @Test
    @Covers("GEN-09")
    void everyAdminResponseIsJson() {
        List<OfferedOperation> offered = OfferedOperation.all(server);
        assertThat(offered).isNotEmpty();
        for (OfferedOperation operation : offered) {
            for (OfferedOperation.Route route : operation.routes()) {
                HttpResponse<String> response =
                        server.admin(route.method(), route.path().replaceAll("\\{\\w+\\}", "x") + "?no-such=1", "");
                assertThat(response.headers().firstValue("Content-Type").orElse(""))
                        .as(route + ": " + response.statusCode() + " " + response.body())
                        .isEqualTo("application/problem+json");
            }
        }
    }
}
