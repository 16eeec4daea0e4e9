package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Covers;

/** The interfaces of the operator on one running server: REST under /admin/v1 and the command line. */
final class AdminIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path home;

    private static RunningServer server;

    @BeforeAll
    static void start() {
        server = SvcCommand.svc()
                .start(home, "--set", "server.admin_bind=\"127.0.0.1:0\"")
                .ready();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @Covers({"ADM-01", "ADM-37"})
    @ValueSource(strings = {"/version", "/logs/level", "/config", "/no/such/path", "", "/", "/version/"})
    void everyPathRequiresTheToken(String path) throws Exception {
        for (String authorization :
                List.of("", "Bearer wrong", "Bearer ", "Basic YWRtaW46YWRtaW4=", "Bearer " + server.token() + "x")) {
            HttpResponse<String> response = authorization.isEmpty()
                    ? server.get(server.adminUrl() + path)
                    : server.get(server.adminUrl() + path, "Authorization", authorization);
            assertThat(response.statusCode())
                    .as(path + " with " + authorization)
                    .isEqualTo(401);
            assertThat(response.headers().firstValue("WWW-Authenticate"))
                    .hasValueSatisfying(value -> assertThat(value).startsWith("Bearer"));
            assertThat(JSON.readTree(response.body()).path("reason").asText()).isEqualTo("unauthorized");
        }
    }

    @Test
    @Covers("ADM-01")
    void tokenInTheQueryIsRejected() {
        assertThat(server.get(server.adminUrl() + "/version?access_token=" + server.token())
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    @Covers("ADM-02")
    void separateAdminListenerRemovesAdminFromThePublicPort() {
        assertThat(server.adminUrl()).doesNotStartWith(server.url());
        String bearer = "Bearer " + server.token();
        assertThat(server.get(server.adminUrl() + "/version", "Authorization", bearer)
                        .statusCode())
                .isEqualTo(200);
        HttpResponse<String> closed = server.get(server.url() + "/admin/v1/version", "Authorization", bearer);
        HttpResponse<String> unknown = server.get(server.url() + "/no/such/thing");
        assertThat(closed.statusCode()).isEqualTo(404);
        assertThat(closed.body()).isEqualTo(unknown.body());
    }

    @Test
    @Covers("ADM-37")
    void duplicateAuthorizationHeaderIsABadRequest() throws Exception {
        String bearer = "Bearer " + server.token();
        for (String url : List.of(server.adminUrl() + "/version", server.url() + "/.well-known/jmap")) {
            HttpResponse<String> response = server.get(url, "Authorization", bearer, "Authorization", "Basic YTpi");
            assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
            assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            assertThat(response.body()).contains("\"reason\":\"invalid\"", "more than one Authorization field");
        }
    }

    @ParameterizedTest
    @Covers("ADM-38")
    @ValueSource(strings = {"/admin/v2/version", "/admin/version", "/admin", "/version"})
    void pathContainsTheInterfaceVersion(String path) {
        String origin = server.adminUrl().replace("/admin/v1", "");
        assertThat(server.get(origin + path, "Authorization", "Bearer " + server.token())
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    @Covers("ADM-37")
    void problemsAreJsonWithADetail() throws Exception {
        assertProblem(server.admin("GET", "/no/such/path", ""), 404, "not-found");
        assertProblem(server.admin("POST", "/version", "{}"), 405, "method-not-allowed");
        assertProblem(server.admin("GET", "/version?colour=red", ""), 400, "invalid");
        assertProblem(server.admin("PUT", "/logs/level", "{\"level\":\"loud\"}"), 400, "invalid");
        assertProblem(server.admin("PUT", "/logs/level", "{\"level\":\"debug\",\"second\":5}"), 400, "invalid");
        assertProblem(server.admin("PUT", "/logs/level", "{\"level\":\"debug\",\"seconds\":3601}"), 400, "invalid");
        assertProblem(server.admin("PUT", "/logs/level", "{\"level\":"), 400, "invalid");
        assertProblem(server.admin("PUT", "/logs/level", "[]"), 400, "invalid");
        assertProblem(server.admin("PUT", "/logs/level", "{}"), 400, "invalid");
        assertThat(server.admin("POST", "/version", "{}").headers().firstValue("Allow"))
                .hasValue("GET");
    }

    private static void assertProblem(HttpResponse<String> response, int status, String reason) throws Exception {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("application/problem+json"));
        JsonNode problem = JSON.readTree(response.body());
        assertThat(problem.path("reason").asText()).isEqualTo(reason);
        assertThat(problem.path("type").asText()).isEqualTo("urn:svc:problem:" + reason);
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("detail").asText()).isNotBlank();
    }

    @Test
    @Covers("ADM-35")
    void secretsOfTheConfigurationAreNeverShown() throws Exception {
        HttpResponse<String> response = server.admin("GET", "/config", "");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(JSON.readTree(response.body()).path("hint").asText()).isNotBlank();
        assertThat(response.body()).doesNotContain(server.token()).doesNotContain("127.0.0.1");
    }

    @Test
    @Covers("ADM-06")
    void raisedLogLevelShowsItsEnd() throws Exception {
        HttpResponse<String> response =
                server.admin("PUT", "/logs/level", "{\"level\":\"debug\",\"logger\":\"http\",\"seconds\":2}");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(JSON.readTree(response.body()).path("reverts_at").asText()).endsWith("Z");
        server.get(server.url() + "/no/such/path");
        server.await("a debug line", () -> server.err().contains("DEBUG"));
        server.await("back", () -> server.err().contains("goes back"));
    }

    @Test
    @Covers(
            value = {"GEN-07", "CLI-01"},
            part = "the operations that exist")
    void restAndCommandLineReturnTheSame() throws Exception {
        assertThat(JSON.readTree(server.svc("version", "--json").out())
                        .path("build")
                        .asText())
                .as("the time stamp that the sources carry")
                .matches("20\\d\\d-\\d\\d-\\d\\dT.*Z");
        assertThat(JSON.readTree(server.svc("version", "--json").out()))
                .isEqualTo(JSON.readTree(server.admin("GET", "/version", "").body()));
        SvcCommand.Finished refused = server.svc("logs", "level", "debug", "--seconds", "3601", "--json");
        assertThat(refused.exit()).isEqualTo(2);
        HttpResponse<String> same = server.admin("PUT", "/logs/level", "{\"level\":\"debug\",\"seconds\":3601}");
        assertThat(JSON.readTree(refused.out().isBlank() ? refused.err() : refused.out())
                        .path("detail"))
                .isEqualTo(JSON.readTree(same.body()).path("detail"));
    }

    @Test
    @Covers("CLI-01")
    void exitCodeDistinguishesUsageErrorsFromFailures() {
        assertThat(server.command("", "no-such-noun").exit()).isEqualTo(2);
        assertThat(server.command("", "logs", "level").exit()).isEqualTo(2);
        assertThat(server.command("", "version", "--colour", "red").exit()).isEqualTo(2);
        assertThat(server.command("", "bundle", "explain", "no-such-bundle").exit())
                .isEqualTo(1);
        assertThat(SvcCommand.svc()
                        .run("shutdown", "--home", home.resolve("elsewhere").toString())
                        .exit())
                .isEqualTo(3);
    }

    @Test
    void remoteServerIsReachedByItsUrl() throws Exception {
        Path token = Files.writeString(home.resolve("token"), server.token() + "\n");
        Files.setPosixFilePermissions(token, PosixFilePermissions.fromString("rw-------"));
        String origin = server.adminUrl().replace("/admin/v1", "");
        SvcCommand.Finished remote =
                SvcCommand.svc().run("version", "--json", "--url", origin, "--token-file", token.toString());
        SvcCommand.Finished asPrinted =
                SvcCommand.svc().run("version", "--json", "--url", server.adminUrl(), "--token-file", token.toString());
        assertThat(asPrinted).isEqualTo(remote);
        assertThat(remote.exit()).as(remote.err()).isZero();
        assertThat(JSON.readTree(remote.out()))
                .isEqualTo(JSON.readTree(server.command("", "version", "--json").out()));
    }

    @Test
    void onlyTheOwnerCanUseTheSocket() throws Exception {
        Path socket = Path.of(JSON.readTree(home.resolve("run/endpoints.json").toFile())
                .path("socket")
                .asText());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                .isEqualTo("rw-------");
    }

    @Test
    @Covers("OSGI-04")
    void shellOfTheRunningServerHasTheSameOperations() {
        SvcCommand.Finished shell =
                SvcCommand.svc().answer("svc:version\nlb\nexit\n", "shell", "--home", home.toString());
        assertThat(shell.exit()).as(shell.err()).isZero();
        assertThat(shell.out())
                .contains("0.40.0")
                .contains("svc.http")
                // It would open a telnet port, and stop the framework at the end of its input.
                .doesNotContainIgnoringCase("gogo.shell", "Gogo Shell");
        assertThat(server.isAlive()).isTrue();
    }

    @Test
    void explainShowsTheValueOfTheRunningServer() throws Exception {
        JsonNode explained = JSON.readTree(server.command("", "config", "explain", "server.listen", "--json")
                .out());
        assertThat(explained.path("value").asText()).isEqualTo("127.0.0.1:0");
        assertThat(explained.path("source").asText()).isEqualTo("override");
    }

    @Test
    @Covers("ADM-37")
    void listenerProblemsHaveAllMembersOfAdminProblems() throws Exception {
        for (String path : new String[] {"/admin/v2/x", "/admin", "/admin/nothing"}) {
            HttpResponse<String> response = server.get(server.adminUrl().replace("/admin/v1", "") + path);
            assertThat(response.statusCode()).as(path).isEqualTo(404);
            assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
            JsonNode problem = JSON.readTree(response.body());
            for (String member : new String[] {"type", "title", "detail", "reason"}) {
                assertThat(problem.path(member).asText()).as(member).isNotBlank();
            }
            assertThat(problem.path("reason").asText()).isEqualTo("not-found");
        }
    }

    @Test
    void unknownLoggerIsAUsageErrorWithSuggestions() {
        SvcCommand.Finished invalid = server.command("", "logs", "level", "debug", "--logger", "htp", "--seconds", "1");
        assertThat(invalid.exit()).isEqualTo(2);
        assertThat(invalid.err()).contains("No logger is called svc.htp").contains("svc.http");
        for (String logger : new String[] {"http", "svc.http.routes.Router", "org.eclipse.jetty", "root"}) {
            assertThat(server.command("", "logs", "level", "info", "--logger", logger, "--seconds", "1")
                            .exit())
                    .as(logger)
                    .isZero();
        }
    }

    @Test
    void tokenIsNotLogged() {
        server.get(server.adminUrl() + "/version", "Authorization", "Bearer " + server.token());
        server.get(server.adminUrl() + "/version?access_token=" + server.token());
        assertThat(server.err()).doesNotContain(server.token());
        assertThat(server.out()).doesNotContain(server.token());
    }

    @Test
    @Covers("DOC-01")
    void doctorReportsNoProblemsOnAFreshServer() throws Exception {
        SvcCommand.Finished doctor = server.command("", "doctor", "--json");
        JsonNode findings = JSON.readTree(doctor.out());
        assertThat(findings.isArray()).isTrue();
        assertThat(findings).hasSizeGreaterThan(4);
        assertThat(findings)
                .noneMatch(finding -> finding.path("status").asText().equals("fail"));
        boolean warned = findings.findValuesAsText("status").stream().anyMatch(status -> status.equals("warn"));
        assertThat(doctor.exit()).isEqualTo(warned ? 1 : 0);
    }
}
