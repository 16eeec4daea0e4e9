package svc.admin.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.ee10.servlet.ServletContextHandler;
import org.eclipse.jetty.ee10.servlet.ServletHolder;
import org.eclipse.jetty.http.UriCompliance;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.admin.SampleOperations;
import svc.admin.operations.OperationRegistry;
import svc.api.health.Finding.Status;
import svc.api.json.Json;
import svc.json.JacksonJson;
import svc.testkit.Covers;

class AdminServletTest {

    private static final String TOKEN = "a-long-token-for-the-test";
    private static final Json JSON = new JacksonJson();
    private static Server server;
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws Exception {
        OperationRegistry registry = OperationRegistry.of(JSON, id -> "test");
        registry.add(new SampleOperations(), Map.of());
        registry.add(new SampleOperations.RowOperations(), Map.of());
        server = new Server();
        ServerConnector connector = new ServerConnector(server);
        connector
                .getConnectionFactory(HttpConnectionFactory.class)
                .getHttpConfiguration()
                .setUriCompliance(UriCompliance.UNSAFE);
        server.addConnector(connector);
        ServletContextHandler context = new ServletContextHandler();
        context.getServletHandler().setDecodeAmbiguousURIs(true);
        context.addServlet(
                new ServletHolder(new AdminServlet(registry, JSON, TOKEN, new UnauthorizedRequests())), "/admin/v1/*");
        context.addServlet(
                new ServletHolder(new AdminServlet(registry, JSON, "", new UnauthorizedRequests())), "/closed/*");
        server.setHandler(context);
        server.start();
    }

    @AfterAll
    static void stop() throws Exception {
        server.stop();
    }

    private static HttpResponse<String> send(String method, String path, String body, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(server.getURI().resolve("/") + path.substring(1)))
                .method(method, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return CLIENT.send(request.build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static HttpResponse<String> call(String method, String path) {
        return send(method, path, "", "Authorization", "Bearer " + TOKEN);
    }

    private static HttpResponse<String> call(String method, String path, String body) {
        return send(
                method,
                path,
                body,
                "Authorization",
                "Bearer " + TOKEN,
                "Content-Type",
                "application/json; charset=UTF-8");
    }

    private static void assertProblem(HttpResponse<String> answer, int status, String reason) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(answer.body())
                .startsWith("{\"type\":\"urn:svc:problem:" + reason + "\",\"title\":\"")
                .contains("\"status\":" + status + ",\"detail\":\"", "\"reason\":\"" + reason + "\"");
        assertThat(JSON.binding(Json.Names.EXACT).read(answer.body())).isInstanceOf(Map.class);
    }

    @Test
    void anOperationAnswersWithItsJson() {
        HttpResponse<String> answer = call("GET", "/admin/v1/version");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(answer.body()).isEqualTo("{\"version\":\"0.40.0\",\"migrations_applied\":12}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/admin/v1",
                "/admin/v1/",
                "/admin/v1/version",
                "/admin/v1/version/",
                "/admin/v1/unknown",
                "/admin/v1/bans/1%2F2",
                "/admin/v1/a//b"
            })
    @Covers(value = "ADM-01", part = "no token and wrong ones")
    void everyPathIsClosedWithoutTheTokenKnownOrNot(String path) {
        for (String method : List.of("GET", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")) {
            HttpResponse<String> none = send(method, path, "");
            assertProblem(none, 401, "unauthorized");
            assertThat(none.headers().firstValue("WWW-Authenticate")).contains("Bearer");
            assertProblem(send(method, path, "", "Authorization", "Bearer wrong"), 401, "unauthorized");
            assertProblem(send(method, path, "", "Authorization", "Basic " + TOKEN), 401, "unauthorized");
            assertProblem(send(method, path, "", "Authorization", TOKEN), 401, "unauthorized");
            assertProblem(send(method, path, "", "Authorization", "Bearer " + TOKEN + "x"), 401, "unauthorized");
            assertProblem(send(method, path + "?token=" + TOKEN.substring(0, 5), ""), 401, "unauthorized");
        }
    }

    @Test
    void twoTokensAreNone() {
        String bearer = "Bearer " + TOKEN;
        assertProblem(
                send("GET", "/admin/v1/version", "", "Authorization", bearer, "Authorization", bearer),
                401,
                "unauthorized");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer", "Bearer ", "Bearer \"\"", "bearer x", ""})
    void anEmptyTokenAuthenticatesNoClient(String authorization) {
        assertProblem(send("GET", "/closed/version", "", "Authorization", authorization), 401, "unauthorized");
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /admin/v1/unknown",
        "GET, /admin/v1",
        "GET, /admin/v1/",
        "GET, /admin/v1/version/",
        "GET, /admin/v1/version/x",
        "GET, /admin/v1//version",
        "GET, /admin/v1/version;x=1",
        "GET, /admin/v1/VERSION",
        "DELETE, /admin/v1/bans/",
    })
    @Covers(value = "ADM-37", part = "paths and verbs")
    void anUnknownPathIsNotFoundWithTheToken(String method, String path) {
        assertProblem(call(method, path), 404, "not-found");
    }

    @Test
    @Covers(value = "ADM-37", part = "paths and verbs")
    void aWrongMethodNamesTheRightOnes() {
        HttpResponse<String> answer = call("POST", "/admin/v1/bans");
        assertProblem(answer, 405, "method-not-allowed");
        assertThat(answer.headers().firstValue("Allow")).contains("DELETE, GET");
    }

    @Test
    void aLiteralSegmentIsNeverAnArgument() {
        assertThat(call("POST", "/admin/v1/queue/flush").body()).contains("flushed");
        HttpResponse<String> read = call("GET", "/admin/v1/queue/flush");
        assertProblem(read, 405, "method-not-allowed");
        assertThat(read.headers().firstValue("Allow")).contains("POST");
        assertThat(call("GET", "/admin/v1/queue/flushed").body()).isEqualTo("{\"ip\":\"flushed\"}");
    }

    @Test
    void segmentsAreDecodedHereAndHoldSlashesAndPercentSigns() {
        assertThat(call("DELETE", "/admin/v1/bans/10.0.0.0%2F8").body()).isEqualTo("{\"ip\":\"10.0.0.0/8\"}");
        assertThat(call("DELETE", "/admin/v1/bans/a%25b+c%C3%A4").body()).isEqualTo("{\"ip\":\"a%b+cä\"}");
        assertThat(call("DELETE", "/admin/v1/bans/2001:db8::1").body()).isEqualTo("{\"ip\":\"2001:db8::1\"}");
        assertProblem(call("DELETE", "/admin/v1/bans/%ff"), 400, "invalid");
    }

    @Test
    void queryParametersAreArgumentsAndUnknownOnesAreRefused() {
        assertThat(call("DELETE", "/admin/v1/bans/x?note=a+b%26").statusCode()).isEqualTo(200);
        HttpResponse<String> unknown = call("DELETE", "/admin/v1/bans/x?nota=a");
        assertProblem(unknown, 400, "invalid");
        assertThat(unknown.body()).contains("{\"field\":\"nota\",\"reason\":\"is unknown; did you mean note?\"}");
        assertProblem(call("GET", "/admin/v1/version?x"), 400, "invalid");
        assertProblem(call("DELETE", "/admin/v1/bans/x?note=1&note=2"), 400, "invalid");
        assertProblem(call("DELETE", "/admin/v1/bans/x?ip=y"), 400, "invalid");
        assertProblem(call("DELETE", "/admin/v1/bans/x", "{}"), 400, "invalid");
    }

    @Test
    void aBodyHoldsTheArgumentsInTheirTypes() {
        assertThat(call("PUT", "/admin/v1/logs/level", "{\"level\":\"info\",\"seconds\":5}")
                        .body())
                .isEqualTo("{\"level\":\"info\",\"seconds\":5}");
        assertThat(call(
                                "POST",
                                "/admin/v1/accounts",
                                "{\"email\":\"e\",\"password\":\"p\",\"quota_bytes\":5,\"domains\":[\"a\"],\"labels\":{\"k\":\"v\"}}")
                        .body())
                .isEqualTo(
                        "{\"email\":\"e\",\"quota_bytes\":5,\"admin\":false,\"domains\":[\"a\"],\"labels\":{\"k\":\"v\"}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"level\":\"info\",\"seconds\":\"5\"}",
                "{\"level\":\"info\",\"seconds\":1.5}",
                "{\"level\":\"info\",\"seconds\":null}",
                "{\"level\":\"loud\"}",
                "{\"level\":\"info\",\"secnds\":5}",
                "{\"level\":\"info\",\"level\":\"info\"}",
                "{\"level\":\"info\"} x",
                "{\"level\":[]}",
                "[]",
                "nothing",
                "{}"
            })
    void aWrongBodyIsRefused(String body) {
        assertProblem(call("PUT", "/admin/v1/logs/level", body), 400, "invalid");
    }

    @Test
    void aBodyOfAnotherTypeOrBeyondTheLimitIsRefused() {
        String bearer = "Bearer " + TOKEN;
        assertProblem(
                send("PUT", "/admin/v1/logs/level", "{}", "Authorization", bearer, "Content-Type", "text/plain"),
                415,
                "invalid");
        assertProblem(send("PUT", "/admin/v1/logs/level", "{}", "Authorization", bearer), 415, "invalid");
        assertProblem(call("PUT", "/admin/v1/logs/level", " ".repeat(RestArguments.MAX_BODY + 1)), 413, "invalid");
        assertProblem(call("PUT", "/admin/v1/logs/level?level=info", "{}"), 400, "invalid");
    }

    @Test
    void aRefusalAndADefectAreProblems() {
        assertProblem(call("DELETE", "/admin/v1/bans/192.0.2.9"), 404, "not-found");
        HttpResponse<String> defect = call("GET", "/admin/v1/break");
        assertProblem(defect, 500, "internal");
        assertThat(defect.body()).doesNotContain("hunter2");
    }

    @Test
    void headIsGetWithoutTheBody() {
        HttpResponse<String> answer = call("HEAD", "/admin/v1/version");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void theDoctorWarnsOfAnEmptyToken() {
        assertThat(new AdminTokenHealthCheck("").run().get(0).status()).isEqualTo(Status.WARN);
        assertThat(new AdminTokenHealthCheck("short").run().get(0).status()).isEqualTo(Status.WARN);
        assertThat(new AdminTokenHealthCheck(TOKEN).run().get(0).status()).isEqualTo(Status.OK);
        assertThat(new AdminTokenHealthCheck(TOKEN).family()).isEqualTo("security");
    }
}
