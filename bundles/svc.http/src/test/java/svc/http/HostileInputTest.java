package svc.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.http.server.RunningHttpServer;

class HostileInputTest {

    private static final String END = "\r\nHost: h\r\nConnection: close\r\n\r\n";
    private final RunningHttpServer running = RunningHttpServer.with("max_header_bytes", 4096);

    @BeforeEach
    void mount() {
        running.mount(
                        "/echo/*",
                        RunningHttpServer.answering((request, response) -> response.getWriter()
                                .write("[" + request.getRequestURI() + " "
                                        + request.getInputStream().readAllBytes().length + "]")))
                .mount(
                        "/admin/*",
                        RunningHttpServer.answering(
                                (request, response) -> response.getWriter().write("ADMIN")))
                .mount(
                        Map.of("svc.http.path", "/raw/*", "svc.http.raw", true),
                        RunningHttpServer.answering((request, response) ->
                                response.getWriter().write("[" + request.getRequestURI() + "]")));
    }

    @AfterEach
    void theServerIsStillWell() throws Exception {
        assertThat(running.get("/echo/well").body()).isEqualTo("[/echo/well 0]");
        running.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/echo/%00",
                "/echo/%2e%2e/admin/x",
                "/echo/..%2fadmin/x",
                "/echo/..;/admin/x",
                "/echo/a;x=1",
                "/raw/a;x=1",
                "/echo;x=1/a",
                "/echo/%",
                "/echo/%zz",
                "/echo/%ff",
                "/echo/a%5Cb",
                "/echo/a\\b",
                "/echo//x",
                "/echo/%2F",
                "/echo/%25",
                "/raw/%2e%2e/admin/x",
                "/raw/%00",
                "/../../etc/passwd",
                "/echo/\u0001",
                "*",
                "echo/x",
                "http://user@h/echo/x"
            })
    void strangeTargetsAreRefusedAsProblems(String target) throws Exception {
        String answer = running.raw("GET " + target + " HTTP/1.1" + END);
        assertThat(answer).startsWith("HTTP/1.1 4").doesNotContain("ADMIN", "Exception", "jetty", "at org.");
        assertThat(answer.toLowerCase(java.util.Locale.ROOT)).contains("content-type: application/problem+json");
    }

    @Test
    void rejectsAnEncodedBody() throws Exception {
        String answer =
                running.raw("POST /echo/a HTTP/1.1\r\nContent-Encoding: gzip\r\nContent-Length: 3" + END + "abc");
        assertThat(answer).startsWith("HTTP/1.1 415").contains("Accept-Encoding: identity", "Content codings");
        assertThat(running.raw(
                        "POST /echo/a HTTP/1.1\r\nContent-Encoding: identity\r\nContent-Length: 3" + END + "abc"))
                .contains("[/echo/a 3]");
    }

    @Test
    void rejectsATooLongBodyBefore100Continue() throws Exception {
        running.mount(
                Map.of("svc.http.path", "/short", "svc.http.maxBody", 10L),
                RunningHttpServer.answering(
                        (request, response) -> request.getInputStream().readAllBytes()));
        String head = "POST /short HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: ";
        assertThat(running.raw(head + "99999999999" + END)).startsWith("HTTP/1.1 413");
        assertThat(running.raw(head + "3" + END + "abc"))
                .startsWith("HTTP/1.1 100")
                .contains("HTTP/1.1 200");
    }

    @Test
    void resolvesDotSegmentsBeforeRouting() throws Exception {
        assertThat(running.raw("GET /echo/../admin/x HTTP/1.1" + END)).contains("ADMIN");
        assertThat(running.raw("GET /echo/a/../b HTTP/1.1" + END)).contains("[/echo/a/../b 0]");
    }

    @Test
    void passesTheUnchangedTargetToARawRoute() throws Exception {
        assertThat(running.raw("GET /raw/..%2f..%2fadmin HTTP/1.1" + END)).contains("[/raw/..%2f..%2fadmin]");
    }

    @Test
    void acceptsTheAbsoluteFormOnlyWithAMatchingHost() throws Exception {
        assertThat(running.raw("GET http://h/echo/x HTTP/1.1" + END)).contains("[/echo/x 0]");
        assertThat(running.raw("GET http://other/echo/x HTTP/1.1" + END)).startsWith("HTTP/1.1 400");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /admin/x HTTP/1.1\r\nHost: h\r\n\r\n",
                "Content-Length: 5\r\nContent-Length: 50\r\n\r\nhello",
                "Content-Length: 5, 50\r\n\r\nhello",
                "Content-Length: -1\r\n\r\nhello",
                "Content-Length: +5\r\n\r\nhello",
                "Content-Length: 99999999999999999999\r\n\r\nhello",
                "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding: identity, chunked, chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
                "Transfer-Encoding:\u000bchunked\r\n\r\n0\r\n\r\n",
                " folded: x\r\n\r\n",
                "Name\r\n\r\n",
                "Bad Name: x\r\n\r\n",
                "Host: other\r\n\r\n",
                "X: a\u0000b\r\n\r\n"
            })
    void ambiguousFramesAreRefusedAndTheConnectionEnds(String rest) throws Exception {
        String answer = running.raw("POST /echo/x HTTP/1.1\r\nHost: h\r\n" + rest);
        assertThat(answer).matches("(?s)HTTP/1.1 (400|501).*").doesNotContain("ADMIN");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "zz\r\nhello\r\n0\r\n\r\n",
                "-5\r\nhello",
                "FFFFFFFFFFFFFFFFFF\r\nx",
                "5\nhello\n0\n\n",
                "5\r\nhelloX\r\n"
            })
    void badChunksEndTheConnection(String body) throws Exception {
        String answer =
                running.raw("POST /echo/x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n" + body + END);
        assertThat(answer).doesNotContain("HTTP/1.1 200", "Exception", "at org.");
    }

    @Test
    void rejectsAMissingHost() throws Exception {
        assertThat(running.raw("GET /echo/x HTTP/1.1\r\n\r\n")).startsWith("HTTP/1.1 400");
    }

    @Test
    void rejectsTooLongHeaders() throws Exception {
        assertThat(running.raw("GET /echo/" + "x".repeat(10_000) + " HTTP/1.1" + END))
                .startsWith("HTTP/1.1 414");
        assertThat(running.raw("GET /echo/x HTTP/1.1\r\nX: " + "x".repeat(10_000) + END))
                .startsWith("HTTP/1.1 431");
        assertThat(running.raw("GET /echo/x HTTP/1.1\r\n" + "X: y\r\n".repeat(2_000) + END))
                .startsWith("HTTP/1.1 431");
    }

    @Test
    void answersPipelinedRequestsInOrder() throws Exception {
        StringBuilder requests = new StringBuilder();
        for (int i = 0; i < 50; i++) {
            requests.append("POST /echo/").append(i).append(" HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nok");
        }
        String answer = running.raw(requests + "GET /echo/last HTTP/1.1" + END);
        int from = 0;
        for (int i = 0; i < 50; i++) {
            int at = answer.indexOf("[/echo/" + i + " 2]", from);
            assertThat(at).as("answer %s", i).isGreaterThanOrEqualTo(from);
            from = at;
        }
        assertThat(answer).contains("[/echo/last 0]");
    }

    @Test
    void rejectsUnusualMethods() throws Exception {
        for (String method : new String[] {"TRACE", "CONNECT", "PRI", "get", "QUERY"}) {
            assertThat(running.raw(method + " /echo/x HTTP/1.1" + END)).matches("(?s)HTTP/1.1 4.*");
        }
    }

    @Test
    void answersAnHttp10Client() throws Exception {
        assertThat(running.raw("GET /echo/x HTTP/1.0\r\n\r\n")).contains("[/echo/x 0]");
        assertThat(running.raw("GET /echo/x\r\n\r\n"))
                .startsWith("HTTP/1.1 505")
                .contains("\"correlation\":\"");
    }
}
