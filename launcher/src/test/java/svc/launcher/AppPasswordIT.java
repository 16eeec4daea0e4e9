package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import svc.testkit.Covers;
import svc.testkit.LineClient;

/** Passwords on every request, app passwords, sign-ins as operators see them, and their log entries. */
final class AppPasswordIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ANN = "ann@app-password.test";

    private static RunningServer server;
    private static SignedIn ann;

    @BeforeAll
    static void start() {
        server = SharedServer.withProofs();
        assertThat(server.command("", "logs", "level", "debug").exit()).isZero();
        ann = SignedIn.as(server, ANN);
    }

    private static String basic(String email, String secret) {
        return "Basic " + Base64.getEncoder().encodeToString((email + ":" + secret).getBytes(StandardCharsets.UTF_8));
    }

    private static HttpResponse<String> session(String authorization) {
        return server.get(server.url() + "/.well-known/jmap", "Authorization", authorization);
    }

    private static HttpResponse<String> jmap(String authorization, String method, String arguments) {
        String body =
                "{\"using\":[\"urn:ietf:params:jmap:core\",\"urn:svc:params:jmap:v2:apppasswords\"],\"methodCalls\":[[\""
                        + method + "\"," + arguments + ",\"0\"]]}";
        return server.send(
                "POST",
                server.url() + "/jmap",
                body,
                "Authorization",
                authorization,
                "Content-Type",
                "application/json");
    }

    private static JsonNode call(String authorization, String method, String arguments) {
        HttpResponse<String> response = jmap(authorization, method, arguments);
        assertThat(response.statusCode()).as(response.body()).isEqualTo(200);
        return SignedIn.json(response).path("methodResponses").path(0).path(1);
    }

    private static JsonNode set(String authorization, String changes) {
        return call(authorization, "AppPassword/set", "{\"accountId\":\"" + ann.accountId() + "\"," + changes + "}");
    }

    @Test
    @Covers(
            value = {"AUTH-02", "DPOP-09"},
            part = "Basic where it is switched on")
    void basicAuthWithTheAccountPasswordWorksIfEnabled() {
        assertThat(session(basic("ANN@app-password.test", SignedIn.PASSWORD)).statusCode())
                .isEqualTo(200);
        assertThat(session(basic(ANN, SignedIn.PASSWORD)).statusCode()).isEqualTo(200);
        for (String invalid : List.of(
                basic(ANN, "wrong horse battery"),
                basic("unknown@app-password.test", SignedIn.PASSWORD),
                basic("ann", SignedIn.PASSWORD),
                "Basic !",
                "Basic YQ==")) {
            HttpResponse<String> refused = session(invalid);
            AuthIT.assertProblem(refused, 401, "invalid_credentials");
            assertThat(refused.headers().firstValue("WWW-Authenticate"))
                    .hasValue("Basic realm=\"svc\", charset=\"UTF-8\"");
        }
        String url = server.url() + "/jmap/stream-ticket";
        AuthIT.assertProblem(
                server.send("POST", url, "", "Authorization", basic(ANN, SignedIn.PASSWORD)), 403, "session_required");
        assertThat(server.send(
                                "POST",
                                server.url() + "/auth/refresh",
                                "",
                                "Authorization",
                                basic(ANN, SignedIn.PASSWORD))
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    @Covers(value = "AUTH-10", open = "IMAP and DAV")
    void userCreatesAndRevokesAnAppPassword() {
        String bearer = "Bearer " + ann.token();
        JsonNode created = set(bearer, "\"create\":{\"a\":{\"name\":\"calendar on the phone\"}}")
                .path("created")
                .path("a");
        assertThat(created.fieldNames()).toIterable().contains("id", "createdAt", "secret");
        String secret = created.path("secret").asText();
        String id = created.path("id").asText();
        assertThat(secret).matches("[A-Za-z0-9_-]{32}");
        assertThat(session(basic(ANN, secret)).statusCode()).isEqualTo(200);
        assertThat(session(basic("eve@example.com", secret)).statusCode()).isEqualTo(401);
        assertThat(SignedIn.login(server, ANN, secret).statusCode()).isEqualTo(401);
        JsonNode list =
                call(bearer, "AppPassword/get", "{\"accountId\":\"" + ann.accountId() + "\",\"ids\":[\"" + id + "\"]}");
        assertThat(list.path("list").path(0).path("name").asText()).isEqualTo("calendar on the phone");
        assertThat(list.path("list").path(0).path("secret").isNull()).isTrue();
        assertThat(list.toString()).doesNotContain(secret);
        assertThat(set(basic(ANN, secret), "\"create\":{\"b\":{\"name\":\"another\"}}")
                        .path("notCreated")
                        .path("b")
                        .path("type")
                        .asText())
                .isEqualTo("forbidden");
        for (String bad : List.of("{}", "{\"name\":\"\"}", "{\"name\":7}", "{\"name\":\"x\",\"secret\":\"mine\"}")) {
            assertThat(set(bearer, "\"create\":{\"b\":" + bad + "}")
                            .path("notCreated")
                            .path("b")
                            .path("type")
                            .asText())
                    .as(bad)
                    .isEqualTo("invalidProperties");
        }
        assertThat(set(bearer, "\"update\":{\"" + id + "\":{\"name\":\"x\"}}")
                        .path("notUpdated")
                        .has(id))
                .isTrue();
        assertThat(set(bearer, "\"destroy\":[\"" + id + "\"]").path("destroyed").toString())
                .contains(id);
        assertThat(session(basic(ANN, secret)).statusCode()).isEqualTo(401);
        JsonNode changes = call(
                bearer,
                "AppPassword/changes",
                "{\"accountId\":\"" + ann.accountId() + "\",\"sinceState\":\""
                        + list.path("state").asText() + "\"}");
        assertThat(changes.path("destroyed").toString()).contains(id);
    }

    @Test
    @Covers(value = "AUTH-10", part = "an app password as a bearer token, and what it cannot do")
    void appPasswordAsBearerTokenCannotCreateAppPasswordsOrTickets() {
        String secret = set("Bearer " + ann.token(), "\"create\":{\"a\":{\"name\":\"library\"}}")
                .at("/created/a/secret")
                .asText();
        String bearer = "Bearer " + secret;
        assertThat(session(bearer).statusCode()).isEqualTo(200);
        assertThat(set(bearer, "\"create\":{\"b\":{\"name\":\"another\"}}")
                        .at("/notCreated/b/type")
                        .asText())
                .isEqualTo("forbidden");
        AuthIT.assertProblem(
                server.send("POST", server.url() + "/jmap/stream-ticket", "", "Authorization", bearer),
                403,
                "session_required");
        assertThat(server.send("POST", server.url() + "/auth/refresh", "", "Authorization", bearer)
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    @Covers(value = "GEN-08", part = "requests with the name of an earlier release")
    void formerCapabilityUrnIsAccepted() {
        String body = "{\"using\":[\"urn:ietf:params:jmap:core\",\"urn:svc:params:jmap:apppasswords\"],\"methodCalls\":"
                + "[[\"AppPassword/get\",{\"accountId\":\"" + ann.accountId() + "\",\"ids\":null},\"0\"]]}";
        assertThat(SignedIn.json(ann.post("/jmap", body))
                        .at("/methodResponses/0/0")
                        .asText())
                .isEqualTo("AppPassword/get");
        assertThat(SignedIn.json(ann.get("/.well-known/jmap"))
                        .path("capabilities")
                        .fieldNames())
                .toIterable()
                .contains("urn:svc:params:jmap:v2:apppasswords")
                .doesNotContain("urn:svc:params:jmap:apppasswords");
    }

    @Test
    void operatorCreatesAndRevokesAppPasswords() throws IOException {
        JsonNode created =
                JSON.readTree(server.command("", "app-password", "create", "--account", ANN, "--name", "mail", "--json")
                        .out());
        String secret = created.path("secret").asText();
        String id = created.path("id").asText();
        assertThat(session(basic(ANN, secret)).statusCode()).isEqualTo(200);
        String list =
                server.command("", "app-password", "list", "--account", ANN).out();
        assertThat(list).contains(id, "mail").doesNotContain(secret);
        assertThat(server.command("", "app-password", "revoke", id, "--account", ANN)
                        .exit())
                .isZero();
        assertThat(session(basic(ANN, secret)).statusCode()).isEqualTo(401);
        SvcCommand.Finished again = server.command("", "app-password", "revoke", id, "--account", ANN);
        assertThat(again.exit()).isOne();
        assertThat(again.err()).contains("has no app password " + id, "svc app-password list");
        assertThat(server.command("", "app-password", "list", "--account", "x@app-password.test")
                        .err())
                .contains("There is no account x@app-password.test.");
    }

    @Test
    void revokedAppPasswordEndsItsImapSession() throws IOException {
        String[] create = {"app-password", "create", "--account", ANN, "--name", "imap", "--json"};
        JsonNode created = JSON.readTree(server.command("", create).out());
        try (LineClient imap = LineClient.connect(server.port("imap"))) {
            assertThat(imap.line()).startsWith("* OK");
            String login = "a LOGIN " + ANN + " " + created.path("secret").asText();
            assertThat(imap.ask(login)).startsWith("a OK");
            assertThat(imap.ask("b NOOP")).startsWith("b OK");
            String[] revoke = {"app-password", "revoke", created.path("id").asText(), "--account", ANN};
            assertThat(server.command("", revoke).exit()).isZero();
            assertThat(imap.ask("c NOOP")).startsWith("* BYE [EXPIRED] The sign-in has ended");
        }
    }

    @Test
    void operatorListsAndEndsSignIns() throws IOException {
        SignedIn here = SignedIn.again(server, ANN);
        SignedIn there = SignedIn.again(server, ANN);
        String ticket = SignedIn.json(here.post("/jmap/stream-ticket", ""))
                .path("streamTicket")
                .asText();
        assertThat(ticket).isNotEmpty();
        for (JsonNode session : JSON.readTree(server.command("", "session", "list", "--account", ANN, "--json")
                .out())) {
            assertThat(session.path("account").asText()).isEqualTo(ann.accountId());
        }
        JsonNode newest =
                JSON.readTree(server.command("", "session", "list", "--json").out());
        int before = newest.size();
        assertThat(here.get("/.well-known/jmap").statusCode()
                        + there.get("/.well-known/jmap").statusCode())
                .isEqualTo(400);
        int alive = 2;
        for (JsonNode session : newest) {
            String id = session.path("id").asText();
            assertThat(server.command("", "session", "revoke", id).exit()).isZero();
            assertThat(server.command("", "session", "revoke", id).err()).contains("There is no sign-in " + id);
        }
        assertThat(here.get("/.well-known/jmap").statusCode()).isEqualTo(401);
        assertThat(there.post("/auth/refresh", "").statusCode()).isEqualTo(401);
        assertThat(before).isGreaterThanOrEqualTo(alive);
        ann = SignedIn.again(server, ANN);
    }

    @Test
    @Covers("TICK-09")
    @Covers(value = "AUTH-11", open = "IMAP and DAV")
    void logNamesTheCredentialKindAndNeverTheSecret() throws IOException {
        String tenant = JSON.readTree(server.command("", "account", "show", ann.accountId(), "--json")
                        .out())
                .path("tenant_id")
                .asText();
        SignedIn fresh = SignedIn.again(server, ANN);
        String app = JSON.readTree(
                        server.command("", "app-password", "create", "--account", ANN, "--name", "log", "--json")
                                .out())
                .path("secret")
                .asText();
        assertThat(session(basic(ANN, app)).statusCode()).isEqualTo(200);
        assertThat(session(basic(ANN, "wrong-canary-horse")).statusCode()).isEqualTo(401);
        assertThat(SignedIn.login(server, "canary-typed-as-address", SignedIn.PASSWORD)
                        .statusCode())
                .isEqualTo(401);
        String ticket = SignedIn.json(fresh.post("/jmap/stream-ticket", ""))
                .path("streamTicket")
                .asText();
        DpopCaller bound = DpopCaller.again(server, ANN, TestClock.now(server));
        String blob = BlobClient.of(fresh).store("for a page");
        String media = SignedIn.json(bound.proven(
                        "POST",
                        "/jmap/media-token",
                        "{\"accountId\":\"" + ann.accountId() + "\",\"blobId\":\"" + blob + "\"}",
                        TestClock.now(server)))
                .path("mediaToken")
                .asText();
        for (String query :
                List.of("stream_ticket=" + ticket, "access_token=" + fresh.token(), "media_token=" + media)) {
            for (String path : List.of("/jmap", "/jmap/eventsource/", "/.well-known/jmap", "/nowhere", "/auth/login")) {
                server.get(server.url() + path + "?ping=never&" + query); // not a stream, which would not end
                server.get(server.url() + path + "?ping=never&" + query.replace("_", "%5F"));
                server.send("POST", server.url() + path + "?" + query, "{}");
            }
        }
        HttpResponse<String> next = fresh.post("/auth/refresh", "");
        String from = " account=" + ann.accountId() + " tenant=" + tenant + " ip=127.0.0.1 result=";
        String head = "event=sign_in protocol=http";
        server.await("the last in the log", () -> log().contains("secret=session dpop=none"));
        assertThat(log())
                .contains(head + from + "ok secret=account-password dpop=none")
                .contains(head + from + "ok secret=account-password dpop=bound")
                .contains(head + from + "ok secret=app-password dpop=none")
                .contains(head + from + "ok secret=session dpop=none")
                .contains(head + from + "refused secret=account-password dpop=none")
                .contains(head + " account=- tenant=- ip=127.0.0.1 result=refused secret=account-password dpop=none");
        List<String> secrets = List.of(
                fresh.token(),
                bound.in().token(),
                SignedIn.json(next).path("accessToken").asText(),
                app,
                ticket,
                media,
                SignedIn.PASSWORD,
                "wrong-canary-horse",
                "canary-typed-as-address");
        assertThat(secrets).allSatisfy(secret -> {
            assertThat(secret).isNotBlank();
            assertThat(log()).doesNotContain(secret);
        });
        try (Stream<Path> files = Files.walk(server.home())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
                assertThat(secrets)
                        .allSatisfy(
                                secret -> assertThat(bytes).as(file.toString()).doesNotContain(secret));
            }
        }
    }

    private static String log() {
        return server.out() + server.err();
    }
}
