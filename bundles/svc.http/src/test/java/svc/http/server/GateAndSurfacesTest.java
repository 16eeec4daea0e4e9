package svc.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;

class GateAndSurfacesTest {

    @Test
    void untilReadyEverythingButLivenessIs503() throws Exception {
        try (Running running = Running.starting("admin_bind", "127.0.0.1:0")) {
            running.mount("/a", Running.echo());
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
    void theAdminSurfaceMovesToItsOwnPort() throws Exception {
        try (Running running = Running.with("admin_bind", "127.0.0.1:0")) {
            running.mount(Map.of("svc.http.path", "/admin/v1/*", "svc.http.surface", "admin"), Running.echo())
                    .mount("/jmap", Running.echo());
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
    void withoutAPortOfItsOwnTheAdminSurfaceIsPublic() throws Exception {
        try (Running running = Running.with()) {
            running.mount(Map.of("svc.http.path", "/admin/v1/*", "svc.http.surface", "admin"), Running.echo());
            assertThat(running.get("/admin/v1/version").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void publicRoutesAreOpenToOtherOriginsAndAdminRoutesAreNot() throws Exception {
        try (Running running = Running.with()) {
            running.mount(Map.of("svc.http.path", "/admin/v1/*", "svc.http.surface", "admin"), Running.echo())
                    .mount("/jmap", Running.echo())
                    .mount("/fails", Running.answering((request, response) -> response.sendError(401)));
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
                        .hasValue("DPoP-Nonce, Retry-After, RateLimit, RateLimit-Policy");
            }
            assertThat(preflight(running, "/admin/v1/x").headers().firstValue("access-control-allow-origin"))
                    .isEmpty();
            assertThat(running.get("/admin/v1/x").headers().firstValue("access-control-allow-origin"))
                    .isEmpty();
        }
    }

    @Test
    void listedOriginsOnly() throws Exception {
        try (Running running = Running.with("cors_origins", new String[] {"https://app.example.org"})) {
            running.mount("/jmap", Running.echo());
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

    private static HttpResponse<String> preflight(Running running, String path) throws Exception {
        return running.send(running.request(path)
                .method("OPTIONS", BodyPublishers.noBody())
                .header("Origin", "https://app.example.org")
                .header("Access-Control-Request-Method", "POST"));
    }

    private static HttpResponse<String> at(Running running, String surface, String path) throws Exception {
        URI uri = URI.create("http://127.0.0.1:" + running.port(surface, "http") + path);
        return running.send(HttpRequest.newBuilder(uri));
    }
}
