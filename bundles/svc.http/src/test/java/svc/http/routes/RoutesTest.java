package svc.http.routes;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import svc.http.server.RunningHttpServer;

class RoutesTest {

    private final RunningHttpServer running = RunningHttpServer.with();

    @AfterEach
    void stop() {
        running.close();
    }

    @Test
    void answersAnUnknownPathWithAPlain404() throws Exception {
        HttpResponse<String> response = running.get("/nothing");
        assertThat(response.statusCode()).isEqualTo(404);
        assertThat(response.body()).isEqualTo("{\"type\":\"about:blank\",\"status\":404}");
        assertThat(response.headers().firstValue("content-type")).hasValue("application/problem+json");
    }

    @Test
    void rootPageNamesTheWellKnownPath() throws Exception {
        assertThat(running.get("/").statusCode()).isEqualTo(404);
        assertThat(running.get("/").body()).contains("/.well-known/jmap");
    }

    @Test
    void a404OfAServletHasTheSameBody() throws Exception {
        running.mount(
                "/a/*", RunningHttpServer.answering((request, response) -> response.sendError(404, "secret text")));
        HttpResponse<String> unknown = running.get("/nothing");
        HttpResponse<String> own = running.get("/a/x");
        assertThat(own.body()).isEqualTo(unknown.body());
        assertThat(own.headers().firstValue("content-type")).hasValue("application/problem+json");
    }

    @Test
    void neverRedirectsForSlashes() throws Exception {
        running.mount("/jmap", RunningHttpServer.echo())
                .mount("/jmap/upload/*", RunningHttpServer.echo())
                .mount(
                        Map.of("svc.http.path", List.of("/jmap/eventsource", "/jmap/eventsource/")),
                        RunningHttpServer.echo());
        assertThat(running.get("/jmap").body()).isEqualTo("/jmap|null|/jmap");
        assertThat(running.get("/jmap/").statusCode()).isEqualTo(404);
        assertThat(running.get("/jmap/upload").statusCode()).isEqualTo(404);
        assertThat(running.get("/jmap/upload/").body()).isEqualTo("/jmap/upload|/|/jmap/upload/");
        assertThat(running.get("/jmap/upload/x/").body()).isEqualTo("/jmap/upload|/x/|/jmap/upload/x/");
        assertThat(running.get("/jmap/eventsource").statusCode()).isEqualTo(200);
        assertThat(running.get("/jmap/eventsource/").statusCode()).isEqualTo(200);
        assertThat(running.get("/jmap/eventsource/x").statusCode()).isEqualTo(404);
    }

    @Test
    void routesToTheLongestMatchingPath() throws Exception {
        running.mount("/*", named("root"))
                .mount("/a/*", named("a"))
                .mount("/a/b/*", named("b"))
                .mount("/a/b/c", named("c"));
        assertThat(running.get("/x").body()).isEqualTo("root");
        assertThat(running.get("/a/x").body()).isEqualTo("a");
        assertThat(running.get("/a").body()).isEqualTo("root");
        assertThat(running.get("/a/b/x/y").body()).isEqualTo("b");
        assertThat(running.get("/a/b/c").body()).isEqualTo("c");
        assertThat(running.get("/a/b/c/").body()).isEqualTo("b");
    }

    @Test
    void onlyRawRoutesReceiveEncodedSlashesAndPercents() throws Exception {
        running.mount(
                        Map.of("svc.http.path", "/raw/*", "svc.http.raw", true),
                        RunningHttpServer.answering(
                                (request, response) -> response.getWriter().write(request.getRequestURI())))
                .mount("/cooked/*", RunningHttpServer.echo());
        assertThat(running.get("/raw/10.0.0.0%2F8").body()).isEqualTo("/raw/10.0.0.0%2F8");
        assertThat(running.get("/raw/a%25b").body()).isEqualTo("/raw/a%25b");
        HttpResponse<String> refused = running.get("/cooked/10.0.0.0%2F8");
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("\"status\":400,", "\"reason\":\"invalid\"");
        assertThat(running.get("/cooked/shared%3Ax").body()).startsWith("/cooked|/shared:x|");
    }

    @Test
    void rejectsAnUnsupportedMethodWithAllow() throws Exception {
        running.mount("/get", new HttpServlet() {
            private static final long serialVersionUID = 1L;

            @Override
            protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
                response.getWriter().write("ok");
            }
        });
        HttpResponse<String> refused = running.send(running.request("/get").POST(BodyPublishers.ofString("x")));
        assertThat(refused.statusCode()).isEqualTo(405);
        assertThat(refused.headers().firstValue("allow")).hasValue("GET, HEAD, OPTIONS");
        assertThat(refused.headers().firstValue("content-type")).hasValue("application/problem+json");
        assertThat(refused.body()).contains("\"status\":405,", "\"reason\":\"method-not-allowed\"");
        assertThat(running.send(running.request("/get").method("HEAD", BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(200);
        HttpResponse<String> asked = running.send(running.request("/get").method("OPTIONS", BodyPublishers.noBody()));
        assertThat(asked.statusCode()).isEqualTo(204);
        assertThat(asked.headers().firstValue("allow")).hasValue("GET, HEAD, OPTIONS");
        assertThat(running.send(running.request("/get").method("TRACE", BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(405);
    }

    @Test
    void declaredMethodsOverrideThoseOfTheServlet() throws Exception {
        running.mount(
                Map.of("svc.http.path", "/put", "svc.http.method", new String[] {"PUT", "PATCH"}),
                RunningHttpServer.echo());
        assertThat(running.send(running.request("/put").method("PATCH", BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(200);
        HttpResponse<String> refused = running.get("/put");
        assertThat(refused.statusCode()).isEqualTo(405);
        assertThat(refused.headers().firstValue("allow")).hasValue("OPTIONS, PATCH, PUT");
    }

    @Test
    void keepsTheAllowFieldOfAServlets405() throws Exception {
        running.mount("/own", RunningHttpServer.answering((request, response) -> {
            response.setHeader("Allow", "PUT");
            response.sendError(405);
        }));
        HttpResponse<String> response = running.get("/own");
        assertThat(response.statusCode()).isEqualTo(405);
        assertThat(response.headers().firstValue("allow")).hasValue("PUT");
        assertThat(response.body()).contains("\"status\":405,", "\"reason\":\"method-not-allowed\"");
    }

    @Test
    void hidesServletExceptionsExceptForTheCorrelationId() throws Exception {
        running.mount("/throws", RunningHttpServer.answering((request, response) -> {
                    throw new IllegalStateException("secret text");
                }))
                .mount("/error", RunningHttpServer.answering((request, response) -> {
                    throw new NoClassDefFoundError("secret/Text");
                }));
        for (String path : List.of("/throws", "/error")) {
            HttpResponse<String> response = running.get(path);
            assertThat(response.statusCode()).isEqualTo(500);
            assertThat(response.headers().firstValue("content-type")).hasValue("application/problem+json");
            assertThat(response.body())
                    .matches(
                            "\\{\"type\":\"about:blank\",\"title\":\"Server Error\",\"status\":500,\"detail\":\"[^\"]*\","
                                    + "\"reason\":\"internal\",\"correlation\":\"\\w+\"}")
                    .doesNotContain("secret");
        }
    }

    @Test
    void aPathHasOneOwnerUntilItIsRemoved() throws Exception {
        var first = named("first");
        var second = named("second");
        running.mount(Map.of("svc.http.path", "/one", "bundle", "first.bundle"), first);
        running.mount(Map.of("svc.http.path", List.of("/two", "/one"), "bundle", "second.bundle"), second);
        assertThat(running.get("/one").body()).isEqualTo("first");
        assertThat(running.get("/two").statusCode()).isEqualTo(404);
        assertThat(running.refusals())
                .containsExactly("The path /one of bundle second.bundle is already taken by bundle first.bundle.");
        assertThat(running.server.routes().refused().get(0).owner()).hasValue("first.bundle");

        running.server.routes().unmount(first);
        assertThat(running.get("/one").body()).isEqualTo("second");
        assertThat(running.get("/two").body()).isEqualTo("second");
        assertThat(running.refusals()).isEmpty();
        running.server.routes().unmount(second);
        assertThat(running.get("/one").statusCode()).isEqualTo(404);
    }

    @Test
    void rejectsInvalidDeclarationsAndFailingServletsWithAReason() throws Exception {
        running.mount("no-slash", named("a")).mount("/a/*/b", named("b")).mount("/healthz/live", named("c"));
        running.mount("/init", new HttpServlet() {
            private static final long serialVersionUID = 1L;

            @Override
            public void init() {
                throw new NoClassDefFoundError("gone");
            }
        });
        running.mount(Map.of("svc.http.path", "/s", "svc.http.surface", "inner"), named("d"));
        assertThat(running.refusals())
                .containsExactly(
                        "A route of bundle test.bundle has an invalid declaration. \"no-slash\" is not a path.",
                        "A route of bundle test.bundle has an invalid declaration. \"/a/*/b\" is not a path.",
                        "The path /healthz/live of bundle test.bundle is already taken by bundle svc.http.",
                        "The servlet of bundle test.bundle at /init failed to start.",
                        "A route of bundle test.bundle has an invalid declaration. Its surface \"inner\" is neither public nor"
                                + " admin.");
        assertThat(running.get("/init").statusCode()).isEqualTo(404);
    }

    @Test
    void keepsTheConnectionAfterAServletError() throws Exception {
        running.mount("/refuses", RunningHttpServer.answering((request, response) -> response.sendError(403)));
        String get = "GET /refuses HTTP/1.1\r\nHost: h\r\n";
        String answers =
                running.raw(get + "\r\n" + get + "Accept-Encoding: gzip\r\n\r\n" + get + "Connection: close\r\n\r\n");
        assertThat(answers.split("HTTP/1.1 403", -1)).hasSize(4);
        assertThat(answers.toLowerCase(java.util.Locale.ROOT).split("content-length: ", -1))
                .hasSize(4);
    }

    @Test
    void rejectsTooLongBodiesWithAndWithoutContentLength() throws Exception {
        running.mount(
                Map.of("svc.http.path", "/small", "svc.http.maxBody", 10L),
                RunningHttpServer.answering((request, response) -> {
                    response.getWriter()
                            .write("read " + request.getInputStream().readAllBytes().length);
                }));
        assertThat(running.send(running.request("/small").POST(BodyPublishers.ofString("0123456789")))
                        .body())
                .isEqualTo("read 10");
        assertThat(running.send(running.request("/small").POST(BodyPublishers.ofString("0123456789x")))
                        .statusCode())
                .isEqualTo(413);
        // One segment: a client that still sends when the server closes may lose the answer to a TCP reset (RFC 9112
        // §9.6).
        HttpResponse<String> chunked = running.send(running.request("/small")
                .POST(BodyPublishers.ofInputStream(() -> new java.io.ByteArrayInputStream(new byte[1_000]))));
        assertThat(chunked.statusCode()).isEqualTo(413);
        assertThat(chunked.body()).contains("\"status\":413,", "\"detail\":\"The request body is too long.\"");
    }

    @Test
    void aRouteCanSetItsOwnLimit() throws Exception {
        running.mount(
                Map.of("svc.http.path", "/own", "svc.http.maxBody", -1L),
                RunningHttpServer.answering((request, response) -> {
                    response.getWriter()
                            .write("read " + request.getInputStream().readAllBytes().length);
                }));
        assertThat(running.send(running.request("/own").POST(BodyPublishers.ofByteArray(new byte[20_000_000])))
                        .body())
                .isEqualTo("read 20000000");
    }

    private static jakarta.servlet.Servlet named(String name) {
        return RunningHttpServer.answering(
                (request, response) -> response.getWriter().write(name));
    }
}
