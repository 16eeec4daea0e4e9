package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Covers;

/** Tenants, accounts and sign-ins on a running server. */
final class AuthIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path home;

    private static RunningServer server;
    private static SignedIn ann;

    @BeforeAll
    static void start() {
        server = SvcCommand.svc().asOperator().start(home).ready();
        ann = SignedIn.as(server, "Ann@example.org");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void commandLineCreatesTenantAndAccount() throws Exception {
        SvcCommand.Finished tenant =
                server.command("", "tenant", "create", "--name", "Müller & Co", "--domain", "müller.example", "--json");
        assertThat(tenant.exit()).as(tenant.err()).isZero();
        String id = JSON.readTree(tenant.out()).path("id").asText();
        assertThat(id).matches("t[0-9a-v]+");
        SvcCommand.Finished account = SvcCommand.svc()
                .answer(
                        "correct horse\n",
                        "account",
                        "create",
                        "--email",
                        "jörg@Müller.example",
                        "--password-stdin",
                        "--json",
                        "--home",
                        server.home().toString());
        assertThat(account.exit()).as(account.err()).isZero();
        assertThat(JSON.readTree(account.out()).path("tenant_id").asText()).isEqualTo(id);
        HttpResponse<String> response = SignedIn.login(server, "JÖRG@xn--mller-kva.example", "correct horse");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        assertThat(SignedIn.json(response).path("accountId"))
                .isEqualTo(JSON.readTree(account.out()).path("id"));
        assertThat(server.command("", "tenant", "list").out()).contains(id, "xn--mller-kva.example");
        assertThat(server.command("", "account", "list", "--tenant", id).out()).contains("jörg@xn--mller-kva.example");
    }

    @Test
    void invalidValuesAreRejectedWithRemedy() {
        SvcCommand.Finished unknown = server.command(
                "correct horse", "account", "create", "--email", "x@nowhere.example", "--password-stdin");
        assertThat(unknown.exit()).isEqualTo(2);
        assertThat(unknown.err())
                .contains("No organization has the domain nowhere.example.")
                .contains("svc tenant create --name NAME --domain nowhere.example");
        assertThat(server.command("short", "account", "create", "--email", "x@example.org", "--password-stdin")
                        .err())
                .contains("8 to 256 characters")
                .doesNotContain("short");
        assertThat(server.command(
                                "correct horse", "account", "create", "--email", "ANN@example.org", "--password-stdin")
                        .err())
                .contains("There is an account ann@example.org already.");
        assertThat(server.command("", "tenant", "create", "--name", "Again", "--domain", "Example.ORG")
                        .err())
                .contains("The domain example.org belongs to organization");
        assertThat(server.command("", "account", "create", "--email", "x@example.org", "--password", "correct horse")
                        .exit())
                .as("a password is no word of the command line")
                .isEqualTo(2);
    }

    @Test
    @Covers("AUTH-01")
    void correctPasswordReturnsATokenAndTheAccount() throws Exception {
        HttpResponse<String> response = SignedIn.login(server, "aNN@Example.ORG", SignedIn.PASSWORD);
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
        JsonNode members = SignedIn.json(response);
        assertThat(members.fieldNames()).toIterable().containsExactly("accessToken", "accountId");
        assertThat(members.path("accessToken").asText()).matches("[A-Za-z0-9_-]{43}");
        assertThat(members.path("accountId").asText()).isEqualTo(ann.accountId());
        assertThat(SignedIn.json(ann.get("/.well-known/jmap")).path("accounts").has(ann.accountId()))
                .isTrue();
    }

    @Test
    @Covers("AUTH-01")
    void allFailedSignInsHaveTheSameResponse() throws Exception {
        HttpResponse<String> rejected = SignedIn.login(server, "ann@example.org", "wrong horse battery");
        assertThat(rejected.statusCode()).isEqualTo(401);
        assertThat(rejected.headers().firstValue("WWW-Authenticate")).hasValue("Bearer error=\"invalid_credentials\"");
        assertThat(rejected.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertProblem(rejected, 401, "invalid_credentials");
        SignedIn.as(server, "eve@example.com");
        SignedIn out = SignedIn.as(server, "out@example.org");
        assertThat(server.command("", "account", "disable", out.accountId()).exit())
                .isZero();
        for (String email : List.of(
                "nobody@example.org", out.email(), "ann@example.com", "ann@nowhere.example", "", "ann", "'--")) {
            HttpResponse<String> same = SignedIn.login(server, email, SignedIn.PASSWORD);
            assertThat(same.statusCode()).as(email).isEqualTo(401);
            assertThat(same.body()).isEqualTo(rejected.body());
            assertThat(names(same)).isEqualTo(names(rejected));
        }
    }

    private static List<String> names(HttpResponse<String> response) {
        return response.headers().map().keySet().stream().sorted().toList();
    }

    /** Asserts that a response is a problem with an {@code error}. */
    static void assertProblem(HttpResponse<String> response, int status, String error) {
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        JsonNode problem = SignedIn.json(response);
        assertThat(problem.path("type").asText()).isNotBlank();
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("detail").asText()).matches(".+[.] .+[.]");
        assertThat(problem.path("error").asText()).isEqualTo(error);
    }

    @ParameterizedTest
    @Covers(value = "AUTH-01", part = "what is no sign-in at all")
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "null",
                "\"x\"",
                "email=ann@example.org&password=x",
                "{}",
                "{\"email\":\"ann@example.org\"}",
                "{\"password\":\"correct horse\"}",
                "{\"email\":\"ann@example.org\",\"password\":null}",
                "{\"email\":\"ann@example.org\",\"password\":12345678}",
                "{\"email\":[\"ann@example.org\"],\"password\":\"correct horse\"}",
                "{\"email\":\"ann@example.org\",\"password\":\"a\",\"password\":\"b\"}",
                "{\"email\":\"ann@example.org\",\"password\":\"correct horse\",\"otp\":\"1\"}",
                "{\"email\":\"ann@example.org\",\"password\":\"correct horse\"} {}",
                "{\"email\":\"ann@example.org\",\"password\":\"\\ud800\"}"
            })
    void malformedSignInIsRejectedWithoutHashing(String body) {
        HttpResponse<String> response =
                server.send("POST", server.url() + "/auth/login", body, "Content-Type", "application/json");
        assertThat(response.statusCode()).as(response.body()).isEqualTo(400);
        assertProblem(response, 400, "invalid_request");
        assertThat(response.body()).doesNotContain("correct horse").doesNotContain("12345678");
    }

    @Test
    @Covers(value = "AUTH-01", part = "JSON only")
    void rejectsContentTypesThatNeedNoCorsPreflight() {
        String body = "{\"email\":\"ann@example.org\",\"password\":\"" + SignedIn.PASSWORD + "\"}";
        for (String type :
                List.of("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x")) {
            HttpResponse<String> refused =
                    server.send("POST", server.url() + "/auth/login", body, "Content-Type", type);
            assertProblem(refused, 415, "invalid_request");
            assertThat(refused.body()).contains("Content-Type: application/json");
        }
        assertProblem(server.send("POST", server.url() + "/auth/login", body), 415, "invalid_request");
        assertThat(server.send(
                                "POST",
                                server.url() + "/auth/login",
                                body,
                                "Content-Type",
                                "Application/JSON; charset=utf-8")
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    @Covers(value = "AUTH-01", part = "other methods and lengths")
    void rejectsOtherMethodsAndLongBodies() {
        HttpResponse<String> get = server.get(server.url() + "/auth/login");
        assertThat(get.statusCode()).isEqualTo(405);
        assertThat(get.headers().firstValue("Allow"))
                .hasValueSatisfying(allow -> assertThat(allow).contains("POST"));
        assertThat(SignedIn.login(server, "ann@example.org", "x".repeat(10_000)).statusCode())
                .isEqualTo(413);
        assertThat(server.send("POST", server.url() + "/auth/login/", "{}").statusCode())
                .isEqualTo(404);
    }

    @Test
    void hundredConcurrentSignInsDoNotBlockOtherRequests() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(101);
        try {
            List<Future<Integer>> logins = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                String password = i % 2 == 0 ? SignedIn.PASSWORD : "wrong horse battery";
                Callable<Integer> login = () ->
                        SignedIn.login(server, "ann@example.org", password).statusCode();
                logins.add(threads.submit(login));
            }
            Future<Long> slowest = threads.submit(() -> slowestAnswerUntil(logins));
            Map<Integer, Integer> statuses = new TreeMap<>();
            for (Future<Integer> login : logins) {
                statuses.merge(login.get(60, TimeUnit.SECONDS), 1, Integer::sum);
            }
            System.out.println("100 sign-ins at once: " + statuses + "; slowest answer to somebody signed in: "
                    + slowest.get(60, TimeUnit.SECONDS) + " ms");
            assertThat(statuses.keySet()).isSubsetOf(200, 401, 429);
            assertThat(statuses.get(200)).isPositive();
            assertThat(slowest.get()).isLessThan(2_000);
            assertThat(SignedIn.login(server, "ann@example.org", SignedIn.PASSWORD)
                            .statusCode())
                    .isEqualTo(200);
        } finally {
            threads.shutdownNow();
        }
    }

    private static long slowestAnswerUntil(List<Future<Integer>> logins) {
        long slowest = 0;
        while (!logins.stream().allMatch(Future::isDone)) {
            long before = System.nanoTime();
            assertThat(server.get(server.url() + "/healthz/ready").statusCode()).isEqualTo(200);
            assertThat(ann.get("/.well-known/jmap").statusCode()).isEqualTo(200);
            slowest = Math.max(slowest, (System.nanoTime() - before) / 1_000_000);
        }
        return slowest;
    }
}
