package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import svc.testkit.Covers;

/** Session and requests over HTTP, on a server with an extension. */
class JmapIT {

    private static final String APP_PASSWORDS = "urn:svc:params:jmap:v2:apppasswords";
    private static final String BLOB = "urn:ietf:params:jmap:blob";
    private static final String MAIL = "urn:ietf:params:jmap:mail";
    private static final String MAIL_V2 = "urn:svc:params:jmap:v2:mail";
    private static final String PRINCIPALS = "urn:ietf:params:jmap:principals";
    private static final String MDN = "urn:ietf:params:jmap:mdn";
    private static final String QUOTA = "urn:ietf:params:jmap:quota";
    private static final String VACATION = "urn:ietf:params:jmap:vacationresponse";
    private static final String STREAMING = "urn:svc:params:jmap:v2:streaming";
    private static final String LABELS = "urn:svc:params:jmap:v2:labels";
    private static final String THREADS = "urn:svc:params:jmap:v2:threads";
    private static final String PROBLEM = "urn:ietf:params:jmap:error:";

    @TempDir
    private static Path dir;

    private static RunningServer server;
    private static SignedIn ada;
    private static SignedIn bob;

    @BeforeAll
    static void start() {
        Path home = dir.resolve("home");
        TasksBundle.in(home);
        server = SvcCommand.svc().start(home).ready();
        ada = SignedIn.as(server, "ada@one.test");
        bob = SignedIn.as(server, "bob@two.test");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static JsonNode session(SignedIn otherUser) {
        return SignedIn.json(otherUser.get("/.well-known/jmap"));
    }

    private static String request(String using, String calls) {
        return "{\"using\":[" + using + "],\"methodCalls\":[" + calls + "]}";
    }

    private static JsonNode call(SignedIn otherUser, String method, String arguments) {
        HttpResponse<String> response =
                otherUser.post("/jmap", request(TasksBundle.USING, "[\"" + method + "\"," + arguments + ",\"c\"]"));
        return SignedIn.json(response).path("methodResponses").path(0).path(1);
    }

    @Test
    @Covers({
        "AUTH-09", "SESS-01", "SESS-02", "SESS-03", "SESS-04", "SESS-05", "SESS-06", "SESS-07", "SESS-08", "SESS-09",
        "SESS-11"
    })
    void sessionHasAllMembers() {
        HttpResponse<String> response = ada.get("/.well-known/jmap");
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/json");
        JsonNode session = SignedIn.json(response);
        assertThat(session.path("capabilities").fieldNames())
                .toIterable()
                .contains("urn:ietf:params:jmap:core", TasksBundle.URN, "urn:svc:params:jmap:v2:resource-limits");
        JsonNode account = session.path("accounts").path(ada.accountId());
        assertThat(account.path("isPersonal").asBoolean()).isTrue();
        assertThat(account.path("isReadOnly").asBoolean(true)).isFalse();
        assertThat(account.path("accountCapabilities").fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        TasksBundle.URN,
                        APP_PASSWORDS,
                        BLOB,
                        LABELS,
                        MAIL,
                        MAIL_V2,
                        MDN,
                        PRINCIPALS,
                        PRINCIPALS + ":owner",
                        QUOTA,
                        Sender.URN,
                        STREAMING,
                        THREADS,
                        VACATION);
        assertThat(session.path("primaryAccounts").properties())
                .extracting(Map.Entry::getKey, primary -> primary.getValue().asText())
                .containsExactlyInAnyOrder(
                        tuple(TasksBundle.URN, ada.accountId()),
                        tuple(APP_PASSWORDS, ada.accountId()),
                        tuple(BLOB, ada.accountId()),
                        tuple(LABELS, ada.accountId()),
                        tuple(MAIL, ada.accountId()),
                        tuple(MAIL_V2, ada.accountId()),
                        tuple(MDN, ada.accountId()),
                        tuple(PRINCIPALS, ada.accountId()),
                        tuple(QUOTA, ada.accountId()),
                        tuple(Sender.URN, ada.accountId()),
                        tuple(STREAMING, ada.accountId()),
                        tuple(VACATION, ada.accountId()),
                        tuple(THREADS, ada.accountId()));
        assertThat(session.path("username").asText()).isEqualTo("ada@one.test");
        assertThat(session.path("apiUrl").asText()).isEqualTo(server.url() + "/jmap");
        assertThat(session.path("uploadUrl").asText()).isEqualTo(server.url() + "/jmap/upload/{accountId}");
        assertThat(session.path("downloadUrl").asText())
                .isEqualTo(server.url() + "/jmap/download/{accountId}/{blobId}/{name}?type={type}");
        assertThat(session.path("eventSourceUrl").asText())
                .isEqualTo(server.url() + "/jmap/eventsource/?types={types}&closeafter={closeafter}&ping={ping}");
    }

    @Test
    @Covers("RFC-05")
    void sessionIsNotCacheable() {
        assertThat(ada.get("/.well-known/jmap").headers().firstValue("Cache-Control"))
                .hasValue("no-cache, no-store, must-revalidate");
    }

    @Test
    @Covers({"SESS-01", "ENV-01"})
    void tokenIsRequired() {
        for (String path : List.of("/.well-known/jmap", "/.well-known/jmap?access_token=" + ada.token())) {
            HttpResponse<String> response = server.get(server.url() + path);
            assertThat(response.statusCode()).isEqualTo(401);
            assertThat(response.headers().firstValue("WWW-Authenticate")).isPresent();
        }
        assertThat(server.get(server.url() + "/.well-known/jmap", "Authorization", "Bearer nonsense")
                        .statusCode())
                .isEqualTo(401);
        assertThat(server.send("POST", server.url() + "/jmap", "{}", "Content-Type", "application/json")
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    @Covers({"SESS-01", "SESS-06", "ENV-01"})
    void methodsAndPathsAreExact() {
        HttpResponse<String> post = ada.post("/.well-known/jmap", "{}");
        assertThat(post.statusCode()).isEqualTo(405);
        assertThat(post.headers().firstValue("Allow").orElse("")).contains("GET");
        assertThat(ada.get("/jmap").statusCode()).isEqualTo(405);
        assertThat(ada.post("/jmap/", request("", "")).statusCode()).isEqualTo(404);
        assertThat(ada.get("/.well-known/jmap/").statusCode()).isEqualTo(404);
    }

    @Test
    @Covers({"SESS-10", "SESS-12", "ENV-03"})
    void sessionStateChangesOnlyWithTheSession() {
        String state = session(ada).path("state").asText();
        call(ada, "Task/set", "{\"accountId\":\"" + ada.accountId() + "\",\"create\":{\"k\":{\"title\":\"t\"}}}");
        assertThat(session(ada).path("state").asText()).isEqualTo(state);
        JsonNode response =
                SignedIn.json(ada.post("/jmap", request("\"urn:ietf:params:jmap:core\"", "[\"Nope/x\",{},\"a\"]")));
        assertThat(response.path("sessionState").asText()).isEqualTo(state);
    }

    @ParameterizedTest
    @ValueSource(strings = {"text/plain", ""})
    @Covers("ENV-01")
    void rejectsOtherContentTypes(String type) {
        String body = request("", "");
        HttpResponse<String> response = type.isEmpty()
                ? server.send("POST", server.url() + "/jmap", body, "Authorization", "Bearer " + ada.token())
                : server.send(
                        "POST",
                        server.url() + "/jmap",
                        body,
                        "Authorization",
                        "Bearer " + ada.token(),
                        "Content-Type",
                        type);
        assertThat(response.statusCode()).isEqualTo(400);
        assertThat(response.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(SignedIn.json(response).path("type").asText()).isEqualTo(PROBLEM + "notJSON");
    }

    @Test
    @Covers({"GEN-03", "GEN-04", "REF-01"})
    void resultReferencesLeadFromQueryToObjects() {
        String account = "\"accountId\":\"" + bob.accountId() + "\"";
        HttpResponse<String> response = bob.post(
                "/jmap",
                request(
                        TasksBundle.USING,
                        "[\"Task/set\",{" + account
                                + ",\"create\":{\"a\":{\"title\":\"one\",\"rank\":1},\"b\":{\"title\":\"two\"}}},\"0\"],"
                                + "[\"Task/query\",{" + account + ",\"sort\":[{\"property\":\"rank\"}]},\"1\"],"
                                + "[\"Task/get\",{" + account
                                + ",\"#ids\":{\"resultOf\":\"1\",\"name\":\"Task/query\",\"path\":\"/ids\"},\"properties\":[\"title\"]},\"2\"]"));
        JsonNode list =
                SignedIn.json(response).path("methodResponses").path(2).path(1).path("list");
        assertThat(list.findValuesAsText("title")).containsExactlyInAnyOrder("one", "two");
    }

    @Test
    @Covers({"ERR-03", "RFC-06"})
    void internalErrorIsLoggedWithoutDetailsInTheResponse() {
        JsonNode error = call(ada, "Task/wait", "{\"file\":\"\",\"fail\":true}");
        assertThat(error.path("type").asText()).isEqualTo("serverFail");
        assertThat(error.toString()).doesNotContain("the inside of");
        String correlation = error.path("description").asText().replaceAll(".*correlation id (\\w+)\\.", "$1");
        server.await("logged", () -> server.err().contains("the inside of org.example.tasks"));
        assertThat(server.err()).contains("[" + correlation + "]");
    }

    @Test
    @Covers("GET-01")
    @Covers(value = "RFC-06", open = "a share that a client makes")
    void foreignAccountLooksLikeAnUnknownOne() {
        for (String verb : List.of("get", "changes", "set", "query", "queryChanges", "copy")) {
            String rest = switch (verb) {
                case "get" -> ",\"ids\":[]";
                case "changes" -> ",\"sinceState\":\"s1-0\"";
                case "queryChanges" -> ",\"sinceQueryState\":\"s1-0\"";
                case "copy" -> ",\"fromAccountId\":\"" + ada.accountId() + "\",\"create\":{}";
                default -> "";
            };
            String foreign = call(ada, "Task/" + verb, "{\"accountId\":\"" + bob.accountId() + "\"" + rest + "}")
                    .toString();
            String none = call(ada, "Task/" + verb, "{\"accountId\":\"a999\"" + rest + "}")
                    .toString();
            assertThat(foreign).isEqualTo(none).contains("accountNotFound");
        }
        assertThat(call(ada, "Task/get", "{\"ids\":[]}").path("type").asText()).isEqualTo("invalidArguments");
    }

    @Test
    @Covers("OSGI-01")
    @Covers(value = "OSGI-02", part = "two bundles of one capability")
    void allBundlesAreActiveAndDuplicateCapabilityIsRejected() {
        assertThat(new Gogo(server).say("lb").out().lines().filter(line -> line.matches("\\s*\\d+\\|.*")))
                .hasSizeGreaterThan(60)
                .allMatch(line -> line.contains("|Active "));
        Path second = server.home().resolve("extensions/rival.jar");
        TasksBundle.named("org.example.rival").writeTo(second);
        server.await(
                "refused",
                () -> server.command("", "bundle", "explain", "org.example.rival")
                        .out()
                        .contains("refused"));
        assertThat(server.command("", "bundle", "explain", "org.example.rival").out())
                .containsPattern(
                        "The (capability urn:example:tasks|type Task|method Task/wait) is already registered by the bundle")
                .contains("org.example.tasks");
        assertThat(call(ada, "Task/query", "{\"accountId\":\"" + ada.accountId() + "\"}")
                        .has("ids"))
                .isTrue();
    }

    @Test
    @Covers({"CAP-08", "SESS-10"})
    void capabilityIsDisabledForOneTenant() {
        SignedIn carol = SignedIn.as(server, "carol@three.test");
        String made = request(
                TasksBundle.USING,
                "[\"Task/set\",{\"accountId\":\"" + carol.accountId()
                        + "\",\"create\":{\"k\":{\"title\":\"kept\"}}},\"0\"]");
        assertThat(carol.post("/jmap", made).body()).contains("\"created\":{\"k\":");
        String all = request(
                TasksBundle.USING, "[\"Task/get\",{\"accountId\":\"" + carol.accountId() + "\",\"ids\":null},\"0\"]");
        JsonNode kept = SignedIn.json(carol.post("/jmap", all)).at("/methodResponses/0/1/list");
        assertThat(kept.findValuesAsText("title")).containsExactly("kept");
        String state = session(carol).path("state").asText();
        JsonNode tenants = tenants();
        String id = "";
        for (JsonNode tenant : tenants) {
            if (tenant.path("name").asText().equals("three.test")) {
                id = tenant.path("id").asText();
            }
        }
        assertThat(server.command("", "tenant", "update", id, "--capability", TasksBundle.URN + "=false")
                        .exit())
                .isZero();
        JsonNode off = session(carol);
        assertThat(off.path("state").asText()).isNotEqualTo(state);
        assertThat(off.toString()).doesNotContain(TasksBundle.URN);
        HttpResponse<String> refused = carol.post("/jmap", request(TasksBundle.USING, ""));
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(SignedIn.json(refused).path("type").asText()).isEqualTo(PROBLEM + "unknownCapability");
        assertThat(ada.post("/jmap", request(TasksBundle.USING, "")).statusCode())
                .isEqualTo(200);
        assertThat(server.command("", "tenant", "update", id, "--capability", TasksBundle.URN + "=true")
                        .exit())
                .isZero();
        assertThat(session(carol).path("state").asText()).isEqualTo(state);
        assertThat(SignedIn.json(carol.post("/jmap", all)).at("/methodResponses/0/1/list"))
                .as("what was there is there again")
                .isEqualTo(kept);
    }

    private static JsonNode tenants() {
        try {
            return new com.fasterxml.jackson.databind.ObjectMapper()
                    .readTree(server.command("", "tenant", "list", "--json").out())
                    .path("items");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
