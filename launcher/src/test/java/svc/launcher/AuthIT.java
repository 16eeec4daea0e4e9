package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Covers;

/** Organizations, accounts, sign-ins and tokens on a running server with a clock that the tests move. */
final class AuthIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MAIL = "urn:ietf:params:jmap:mail";

    @TempDir
    private static Path directory;

    private static RunningServer server;
    private static SignedIn ann;

    @BeforeAll
    static void start() throws Exception {
        Path home = Files.createDirectories(directory.resolve("home"));
        server = TestClock.in(directory.resolve("svc")).start(home).ready();
        WhoAmIBundle.recipe().writeTo(home.resolve("extensions/whoami.jar"));
        server.await(
                "the probe there", () -> server.get(server.url() + "/whoami").statusCode() == 401);
        ann = SignedIn.as(server, "Ann@example.org");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static JsonNode who(SignedIn somebody) {
        HttpResponse<String> answer = somebody.get("/whoami");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return SignedIn.json(answer);
    }

    private static boolean admits(SignedIn somebody) {
        HttpResponse<String> answer = somebody.get("/whoami");
        assertThat(answer.statusCode()).isIn(200, 401);
        return answer.statusCode() == 200;
    }

    @Test
    void anOperatorMakesAnOrganizationAndAnAccountWithTheProgram() throws Exception {
        SvcCommand.Finished tenant =
                server.svc("tenant", "create", "--name", "Müller & Co", "--domain", "müller.example", "--json");
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
        assertThat(JSON.readTree(account.out()).path("tenant").asText()).isEqualTo(id);
        HttpResponse<String> answer = SignedIn.login(server, "JÖRG@xn--mller-kva.example", "correct horse");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(SignedIn.json(answer).path("accountId"))
                .isEqualTo(JSON.readTree(account.out()).path("id"));
        assertThat(server.svc("tenant", "list").out()).contains(id, "xn--mller-kva.example");
        assertThat(server.svc("account", "list", "--tenant", id).out()).contains("jörg@xn--mller-kva.example");
    }

    @Test
    void whatCannotBeIsRefusedWithASentenceAndARemedy() {
        SvcCommand.Finished unknown = server.command(
                "correct horse", "account", "create", "--email", "x@nowhere.example", "--password-stdin");
        assertThat(unknown.exit()).isEqualTo(1);
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
    @Covers(value = "AUTH-01", partial = "the session's accounts")
    void theRightPasswordGivesATokenAndTheAccount() throws Exception {
        HttpResponse<String> answer = SignedIn.login(server, "aNN@Example.ORG", SignedIn.PASSWORD);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(answer.headers().firstValue("Cache-Control")).hasValue("no-store");
        Map<?, ?> members = JSON.readValue(answer.body(), Map.class);
        assertThat(members.keySet().toString()).isEqualTo("[accessToken, accountId]");
        assertThat(members.get("accessToken").toString()).matches("[A-Za-z0-9_-]{43}");
        assertThat(members.get("accountId")).isEqualTo(ann.accountId());
    }

    @Test
    @Covers(value = "AUTH-01", partial = "the disabled account, which has no operation yet")
    void whoeverIsNotLetInIsToldTheSame() throws Exception {
        HttpResponse<String> wrong = SignedIn.login(server, "ann@example.org", "wrong horse battery");
        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(wrong.headers().firstValue("WWW-Authenticate")).hasValue("Bearer error=\"invalid_credentials\"");
        assertThat(wrong.headers().firstValue("Cache-Control")).hasValue("no-store");
        assertProblem(wrong, 401, "invalid_credentials");
        SignedIn.as(server, "eve@example.com");
        for (String email : List.of("nobody@example.org", "ann@example.com", "ann@nowhere.example", "", "ann", "'--")) {
            HttpResponse<String> same = SignedIn.login(server, email, SignedIn.PASSWORD);
            assertThat(same.statusCode()).as(email).isEqualTo(401);
            assertThat(same.body()).isEqualTo(wrong.body());
            assertThat(names(same)).isEqualTo(names(wrong));
        }
    }

    private static List<String> names(HttpResponse<String> answer) {
        return answer.headers().map().keySet().stream().sorted().toList();
    }

    private static void assertProblem(HttpResponse<String> answer, int status, String error) {
        assertThat(answer.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        JsonNode problem = SignedIn.json(answer);
        assertThat(problem.path("type").asText()).isNotBlank();
        assertThat(problem.path("status").asInt()).isEqualTo(status);
        assertThat(problem.path("detail").asText()).matches(".+[.] .+[.]");
        assertThat(problem.path("error").asText()).isEqualTo(error);
    }

    @ParameterizedTest
    @Covers(value = "AUTH-01", partial = "what is no sign-in at all")
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
    void whatIsNoSignInIsRefusedWithoutAHash(String body) {
        HttpResponse<String> answer = server.send("POST", server.url() + "/auth/login", body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertProblem(answer, 400, "invalid_request");
        assertThat(answer.body()).doesNotContain("correct horse").doesNotContain("12345678");
    }

    @Test
    @Covers(value = "AUTH-01", partial = "other methods and lengths")
    void anotherMethodOrTooLongABodyIsRefused() {
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
    @Covers(value = "AUTH-02", partial = "on the route of an extension; those of the server come later")
    void theTokenBelongsIntoItsFieldAndNowhereElse() {
        assertThat(who(ann).path("account").asText()).isEqualTo(ann.accountId());
        assertThat(who(ann).path("reach")).hasSize(1);
        HttpResponse<String> none = server.get(server.url() + "/whoami");
        assertThat(none.statusCode()).isEqualTo(401);
        assertThat(none.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
        assertProblem(none, 401, "invalid_token");
        assertThat(server.get(server.url() + "/whoami?access_token=" + ann.token())
                        .statusCode())
                .isEqualTo(401);
        HttpResponse<String> wrong = server.get(server.url() + "/whoami", "Authorization", "Bearer wrong");
        assertThat(wrong.headers().firstValue("WWW-Authenticate")).hasValue("Bearer error=\"invalid_token\"");
        assertThat(wrong.statusCode()).isEqualTo(401);
        assertThat(server.get(server.url() + "/whoami", "Authorization", "bEARER " + ann.token())
                        .statusCode())
                .isEqualTo(200);
        assertThat(server.get(server.adminUrl() + "/version", "Authorization", "Bearer " + ann.token())
                        .statusCode())
                .as("a user's token opens nothing of the operator's")
                .isEqualTo(401);
    }

    @Test
    @Covers("AUTH-03")
    void aTokenIsGoodForTwentyFourHours() {
        SignedIn seen = SignedIn.again(server, "ann@example.org");
        SignedIn unseen = SignedIn.again(server, "ann@example.org");
        assertThat(admits(seen)).isTrue();
        advance("PT23H59M");
        assertThat(admits(seen)).isTrue();
        SignedIn later = SignedIn.again(server, "ann@example.org");
        advance("PT1M");
        assertThat(admits(seen)).isFalse();
        assertThat(admits(unseen)).isFalse();
        assertThat(admits(later)).isTrue();
        ann = later;
    }

    private static void advance(String by) {
        assertThat(server.command("", "clock", "advance", by).exit()).isZero();
    }

    @Test
    void aSwitchIsInForceAtOnceAndForItsOrganizationAlone() throws Exception {
        SignedIn dan = SignedIn.as(server, "dan@example.net");
        SignedIn other = SignedIn.as(server, "eve@example.com");
        String tenant = tenantOf("example.net");
        assertThat(who(dan).path("off")).isEmpty();
        for (int i = 0; i < 20; i++) {
            boolean on = i % 2 == 1;
            assertThat(server.command("", "tenant", "update", tenant, "--capability", MAIL + "=" + on)
                            .exit())
                    .isZero();
            assertThat(who(dan).path("off")).hasSize(on ? 0 : 1);
        }
        server.command("", "tenant", "update", tenant, "--capability", MAIL + "=false");
        assertThat(who(dan).path("off").get(0).asText()).isEqualTo(MAIL);
        assertThat(who(other).path("off")).isEmpty();
    }

    private static String tenantOf(String domain) throws IOException {
        for (JsonNode tenant :
                JSON.readTree(server.command("", "tenant", "list", "--json").out())) {
            if (tenant.path("domains").toString().contains(domain)) {
                return tenant.path("id").asText();
            }
        }
        throw new AssertionError(domain);
    }

    @Test
    @Covers(value = "GEN-06", partial = "what is shared, before there is data")
    void anAccountIsSharedWithinItsOrganizationOnly() {
        SignedIn bob = SignedIn.as(server, "bob@example.org");
        SignedIn eve = SignedIn.as(server, "eve@example.com");
        assertThat(bob.post("/whoami?with=ANN@example.org", "").statusCode()).isEqualTo(204);
        assertThat(eve.post("/whoami?with=ann@example.org", "").statusCode()).isEqualTo(409);
        SignedIn now = SignedIn.again(server, "ann@example.org");
        assertThat(who(now).path("reach").toString())
                .isEqualTo("[\"" + ann.accountId() + "\",\"shared:" + bob.accountId() + "\"]");
        assertThat(who(eve).path("reach")).hasSize(1);
    }

    @Test
    void neitherTokenNorPasswordIsInAFileOrTheLog() throws Exception {
        SignedIn fresh = SignedIn.again(server, "ann@example.org");
        fresh.get("/whoami");
        server.get(server.url() + "/whoami?access_token=" + fresh.token());
        server.get(server.url() + "/whoami", "Authorization", "Bearer " + fresh.token() + "x");
        SignedIn.login(server, fresh.token(), fresh.token());
        assertThat(server.command("", "logs", "level", "debug").exit()).isZero();
        fresh.get("/whoami");
        SignedIn.login(server, "ann@example.org", SignedIn.PASSWORD);
        assertThat(server.out() + server.err()).doesNotContain(fresh.token()).doesNotContain(SignedIn.PASSWORD);
        try (Stream<Path> files = Files.walk(server.home())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(fresh.token())
                        .doesNotContain(SignedIn.PASSWORD);
            }
        }
    }

    @Test
    void aHundredSignInsAtOnceLeaveTheServerToTheOthers() throws Exception {
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
            assertThat(admits(ann)).isTrue();
            slowest = Math.max(slowest, (System.nanoTime() - before) / 1_000_000);
        }
        return slowest;
    }
}
