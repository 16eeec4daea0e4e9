package svc.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;

class ReadinessAndListenersTest {

    @Test
    void answers503ExceptForLivenessUntilReady() throws Exception {
        try (RunningHttpServer running = RunningHttpServer.starting("admin_bind", "127.0.0.1:0")) {
            running.mount("/a", RunningHttpServer.echo());
            for (String path : List.of("/a", "/unknown", "/healthz/ready", "/")) {
                HttpResponse<String> response = running.get(path);
                assertThat(response.statusCode()).isEqualTo(503);
                assertThat(response.headers().firstValue("retry-after")).hasValue("2");
                assertThat(response.headers().firstValue("content-type")).hasValue("application/problem+json");
                assertThat(response.body()).contains("\"detail\":\"The server is starting.\"");
            }
            assertThat(running.get("/healthz/live").body()).isEqualTo("{\"status\":\"live\"}");
            assertThat(at(running, "admin", "/x").statusCode()).isEqualTo(503);
            running.server.ready();
            assertThat(running.get("/healthz/ready").body()).isEqualTo("{\"status\":\"ready\"}");
            assertThat(running.get("/healthz/live").statusCode()).isEqualTo(200);
            assertThat(running.get("/a").statusCode()).isEqualTo(200);
            assertThat(running.get("/unknown").statusCode()).isEqualTo(404);
            assertThat(running.send(running.request("/healthz/live").POST(BodyPublishers.noBody()))
                            .statusCode())
                    .isEqualTo(405);
        }
    }

    @Test
    @Covers("ADM-02")
    void servesAdminRoutesOnTheirOwnPort() throws Exception {
        try (RunningHttpServer running = RunningHttpServer.with("admin_bind", "127.0.0.1:0")) {
            running.mount(Map.of("svc.http.path", "/admin/v1/*", "svc.http.surface", "admin"), RunningHttpServer.echo())
                    .mount("/jmap", RunningHttpServer.echo());
            assertThat(at(running, "admin", "/admin/v1/version").statusCode()).isEqualTo(200);
            assertThat(at(running, "public", "/admin/v1/version").statusCode()).isEqualTo(404);
            assertThat(at(running, "public", "/admin/v1/version").body())
                    .isEqualTo(at(running, "public", "/nothing").body());
            assertThat(at(running, "public", "/jmap").statusCode()).isEqualTo(200);
            assertThat(at(running, "admin", "/jmap").statusCode()).isEqualTo(404);
            assertThat(at(running, "admin", "/admin/v2/x").body())
                    .contains("\"type\":", "\"title\":", "\"status\":404", "\"detail\":", "\"reason\":\"not-found\"");
            assertThat(at(running, "admin", "/healthz/ready").statusCode()).isEqualTo(200);
        }
    }

    @Test
    @Covers("ADM-02")
    void servesAdminRoutesPubliclyWithoutAnAdminPort() throws Exception {
        try (RunningHttpServer running = RunningHttpServer.with()) {
            running.mount(
                    Map.of("svc.http.path", "/admin/v1/*", "svc.http.surface", "admin"), RunningHttpServer.echo());
            assertThat(running.get("/admin/v1/version").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void allowsOtherOriginsOnlyOnPublicRoutes() throws Exception {
        try (RunningHttpServer running = RunningHttpServer.with()) {
            running.mount(Map.of("svc.http.path", "/admin/v1/*", "svc.http.surface", "admin"), RunningHttpServer.echo())
                    .mount("/jmap", RunningHttpServer.echo())
                    .mount("/fails", RunningHttpServer.answering((request, response) -> response.sendError(401)));
            HttpResponse<String> preflight = preflight(running, "/jmap");
            assertThat(preflight.statusCode()).isEqualTo(204);
            assertThat(preflight.headers().firstValue("access-control-allow-origin"))
                    .hasValue("*");
            assertThat(preflight.headers().firstValue("access-control-allow-headers"))
                    .hasValue("Authorization, DPoP, Content-Type, Last-Event-ID");
            assertThat(preflight
                            .headers()
                            .firstValue("access-control-allow-methods")
                            .orElse(""))
                    .contains("POST");
            assertThat(preflight.headers().firstValue("access-control-allow-credentials"))
                    .isEmpty();
            for (String path : List.of("/jmap", "/fails")) {
                assertThat(running.get(path).headers().firstValue("access-control-allow-origin"))
                        .hasValue("*");
                assertThat(running.get(path).headers().firstValue("access-control-expose-headers"))
                        .hasValue(
                                "Content-Disposition, DPoP-Nonce, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate");
            }
            assertThat(preflight(running, "/admin/v1/x").headers().firstValue("access-control-allow-origin"))
                    .isEmpty();
            assertThat(running.get("/admin/v1/x").headers().firstValue("access-control-allow-origin"))
                    .isEmpty();
        }
    }

    @Test
    void allowsOnlyListedOrigins() throws Exception {
        try (RunningHttpServer running =
                RunningHttpServer.with("cors_origins", new String[] {"https://app.example.org"})) {
            running.mount("/jmap", RunningHttpServer.echo());
            HttpResponse<String> listed =
                    running.send(running.request("/jmap").header("Origin", "https://app.example.org"));
            assertThat(listed.headers().firstValue("access-control-allow-origin"))
                    .hasValue("https://app.example.org");
            HttpResponse<String> other =
                    running.send(running.request("/jmap").header("Origin", "https://other.example.org"));
            assertThat(other.headers().firstValue("access-control-allow-origin"))
                    .isEmpty();
            assertThat(other.headers().firstValue("vary").orElse("")).contains("Origin");
        }
    }

    @Test
    void rejectsRequestsOfUnlistedOrigins() throws Exception {
        try (RunningHttpServer running = RunningHttpServer.with(
                "cors_origins", new String[] {"https://app.example.org"}, "public_url", "https://mail.example.org")) {
            running.mount("/jmap", RunningHttpServer.echo());
            for (String path : List.of("/jmap", "/nowhere")) {
                HttpResponse<String> refused = post(running, path, "https://other.example.org");
                assertThat(refused.statusCode()).as(path).isEqualTo(403);
                assertThat(refused.body()).contains("[server] cors_origins");
                assertThat(post(running, path, "null").statusCode()).isEqualTo(403);
            }
            String own = "http://127.0.0.1:" + running.port("public", "http");
            for (String origin : List.of("https://app.example.org", "https://mail.example.org", own)) {
                assertThat(post(running, "/jmap", origin).statusCode())
                        .as(origin)
                        .isEqualTo(200);
            }
        }
    }

    private static HttpResponse<String> post(RunningHttpServer running, String path, String origin) throws Exception {
        return running.send(
                running.request(path).POST(BodyPublishers.ofString("x")).header("Origin", origin));
    }

    private static HttpResponse<String> preflight(RunningHttpServer running, String path) throws Exception {
        return running.send(running.request(path)
                .method("OPTIONS", BodyPublishers.noBody())
                .header("Origin", "https://app.example.org")
                .header("Access-Control-Request-Method", "POST"));
    }

    private static HttpResponse<String> at(RunningHttpServer running, String surface, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + running.port(surface, "http") + path);
        return running.send(HttpRequest.newBuilder(uri));
    }
}
