package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import svc.launcher.OperationExamples.Example;
import svc.testkit.Covers;

/**
 * Every admin route of a running server rejects a request that would succeed with the admin token if it has any other
 * credential, and the request changes nothing.
 */
final class AdminClosedIT {

    private static final List<String> STATE = List.of(
            "tenant list",
            "account list",
            "tenant matrix",
            "operator list",
            "session list",
            "job list",
            "ban list",
            "whitelist list",
            "bundle list",
            "config explain security.http_per_account_baseline",
            "audit list");

    @TempDir
    private static Path dir;

    private static RunningServer server;
    private static OperationExamples examples;
    private static int subjects;

    /** The values of {@code Authorization} that a caller without the admin token may try, by name. */
    private static final Map<String, List<String>> WRONG = new LinkedHashMap<>();

    @BeforeAll
    static void start() throws IOException {
        server = SvcCommand.svc()
                .start(
                        dir.resolve("home"),
                        "--set",
                        "server.trusted_proxies=[\"127.0.0.1\"]",
                        "--set",
                        BackupOperationExamples.backupTarget(dir),
                        "--set",
                        "tenants.plans=[\"standard\",\"small quota_bytes=1000 accounts=2\"]")
                .ready();
        BackupOperationExamples.createRepository(server, dir);
        try (Stream<Path> jars = Files.list(SvcCommand.DISTRIBUTION.resolve("examples"))) {
            Path jar = jars.findFirst().orElseThrow();
            examples = new OperationExamples(jar, jar);
        }
        String token = server.token();
        WRONG.put("nothing", List.of());
        WRONG.put("a wrong token", List.of("Bearer wrong"));
        WRONG.put("a longer token", List.of("Bearer " + token + "x"));
        WRONG.put("a shorter token", List.of("Bearer " + token.substring(1)));
        WRONG.put("no scheme", List.of(token));
        WRONG.put("another scheme", List.of("Token " + token));
        WRONG.put("a scheme alone", List.of("Bearer"));
        WRONG.put("Basic", List.of("Basic YWRtaW46YWRtaW4="));
        WRONG.put(
                "a user", List.of("Bearer " + SignedIn.as(server, "u@one.test").token()));
        SignedIn admin = SignedIn.as(server, "a@one.test");
        role(admin.accountId());
        WRONG.put(
                "an organization's admin",
                List.of("Bearer " + SignedIn.again(server, "a@one.test").token()));
        SignedIn operator = SignedIn.as(server, "o@one.test");
        assertThat(server.command("", "operator", "grant", operator.email()).exit())
                .isZero();
        WRONG.put(
                "an operator's own",
                List.of("Bearer " + SignedIn.again(server, "o@one.test").token()));
    }

    private static void role(String account) {
        assertThat(server.command("", "account", "role", account, "tenant-admin")
                        .exit())
                .isZero();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @TestFactory
    @Covers({"ADM-01", "ADM-37"})
    Stream<DynamicTest> adminRoutesAcceptOnlyTheAdminToken() {
        return OfferedOperation.all(server).stream()
                .flatMap(operation -> operation.routes().stream()
                        .map(route -> DynamicTest.dynamicTest(
                                route.method() + " " + route.path(), () -> refuses(operation, route))));
    }

    private static void refuses(OfferedOperation operation, OfferedOperation.Route route) {
        OperationSubject subject = new OperationSubject(server, ++subjects);
        Example example =
                Objects.requireNonNull(examples.all().get(operation.command()), "Give an example of " + operation);
        example.before().accept(subject);
        JsonNode given = example.given(subject);
        OfferedOperation.Request request = operation.request(route, given);
        String before = state(subject);
        WRONG.forEach((who, credentials) ->
                unauthorized(who, send(route.method(), request.path(), request.body(), credentials)));
        String inQuery = request.path() + (request.path().contains("?") ? "&" : "?") + "access_token=" + server.token();
        unauthorized("the token in the query", send(route.method(), inQuery, request.body(), List.of()));
        assertThat(state(subject)).isEqualTo(before);
        HttpResponse<String> open =
                send(route.method(), request.path(), request.body(), List.of("Bearer " + server.token()));
        assertThat(open.statusCode()).as(open.body()).isEqualTo(route.status());
    }

    private static HttpResponse<String> send(String method, String path, String body, List<String> credentials) {
        List<String> headers = new ArrayList<>(List.of("Content-Type", "application/json"));
        credentials.forEach(credential -> headers.addAll(List.of("Authorization", credential)));
        return server.send(method, server.adminUrl() + path, body, headers.toArray(String[]::new));
    }

    private static void unauthorized(String who, HttpResponse<String> response) {
        assertThat(response.statusCode()).as(who).isEqualTo(401);
        assertThat(response.headers().firstValue("Content-Type")).as(who).hasValue("application/problem+json");
        assertThat(response.headers().firstValue("WWW-Authenticate"))
                .as(who)
                .hasValueSatisfying(value -> assertThat(value).startsWith("Bearer"));
        assertThat(SignedIn.json(response).path("reason").asText()).as(who).isEqualTo("unauthorized");
        assertThat(response.body()).as(who).doesNotContain(server.token());
    }

    private static String state(OperationSubject subject) {
        server.await(
                "quiet",
                () -> !server.command("", "job", "list", "--json").out().matches("(?s).*\"(queued|running)\".*"));
        return STATE.stream()
                .map(command -> subject.run("", command).toString())
                .collect(Collectors.joining("\n"));
    }

    /** Returns the methods of each path, as the server lists them. */
    private static Map<String, Set<String>> methods() {
        Map<String, Set<String>> methods = new LinkedHashMap<>();
        for (OfferedOperation operation : OfferedOperation.all(server)) {
            for (OfferedOperation.Route route : operation.routes()) {
                String path = route.path().replace("{ip}", "10.9.9.9").replaceAll("\\{\\w+}", "a9zz");
                methods.computeIfAbsent(path, p -> new TreeSet<>()).add(route.method());
            }
        }
        return methods;
    }

    @Test
    @Covers({"ADM-01", "ADM-37"})
    void methodNotAllowedNamesTheMethodsOnlyToOperators() {
        methods().forEach((path, allowed) -> {
            for (String method : List.of("GET", "PUT", "POST", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND")) {
                unauthorized(method + " " + path, send(method, path, "", List.of()));
                if (!allowed.contains(method)) {
                    HttpResponse<String> response = server.admin(method, path, "");
                    String what = method + " " + path + ": " + response.body();
                    assertThat(response.statusCode()).as(what).isEqualTo(405);
                    assertThat(response.headers().firstValue("Allow")).as(what).hasValue(String.join(", ", allowed));
                    assertThat(SignedIn.json(response).path("reason").asText()).isEqualTo("method-not-allowed");
                }
            }
            unauthorized(path + "/x", send("GET", path + "/x", "", List.of("Bearer wrong")));
        });
    }

    @TestFactory
    @Covers(value = "GEN-06", part = "the routes of operators")
    Stream<DynamicTest> unknownAndInvalidIdsHaveEqualResponses() {
        return OfferedOperation.all(server).stream()
                .flatMap(operation -> operation.routes().stream()
                        .filter(route -> route.path().contains("{id}"))
                        .map(route -> DynamicTest.dynamicTest(
                                route.method() + " " + route.path(), () -> unknownId(operation, route))));
    }

    /** Ids of another kind, ids of no object, and texts that are not an id. */
    private static void unknownId(OfferedOperation operation, OfferedOperation.Route route) {
        OperationSubject subject = new OperationSubject(server, ++subjects);
        Example example = Objects.requireNonNull(examples.all().get(operation.command()));
        String own = route.path().startsWith("/tenants")
                ? "<tenant>"
                : route.path().startsWith("/queue") ? "<queued>" : "<account>";
        String other = route.path().startsWith("/tenants") ? "<account>" : "<tenant>";
        List<String> told = Stream.of("a9zz", "t9zz", other, "nobody", "A1", "a01", "a-1", "a1;x", "é", "a1%00")
                .map(id -> {
                    String foreign = subject.say(id);
                    JsonNode given = OperationInterface.json(
                            subject.say(example.given().replace('\'', '"').replace(own, foreign)));
                    HttpResponse<String> response = operation.rest(server, route, given);
                    return response.statusCode() + " "
                            + response.body()
                                    // A short id may also be a part of a word, or the article in "an id".
                                    .replaceAll("(?<![a-z])" + Pattern.quote(foreign) + "(?![a-z]| id)", "ID");
                })
                .toList();
        assertThat(told).containsOnly(told.get(0));
        assertThat(told.get(0)).startsWith("404 ");
    }

    @Test
    @Covers("ADM-23")
    void invalidPlanIsRejectedWithoutChange() {
        String id = SignedIn.json(server.admin("POST", "/tenants", "{\"domains\":[\"seven.test\"]}"))
                .path("id")
                .asText();
        String before = server.admin("GET", "/tenants/" + id, "").body();
        assertThat(before).contains("seven.test");
        for (String body : List.of(
                "{\"plan\":\"small\",\"quota_bytes\":5}",
                "{\"plan\":\"small\",\"colour\":\"red\"}",
                "{\"plan\":\"small quota_bytes=5\"}",
                "{\"plan\":\"Small\"}",
                "{\"plan\":\"\"}",
                "{\"plan\":{\"name\":\"small\"}}",
                "{\"plan\":[\"small\"]}",
                "{\"plan\":5}",
                "{\"plan\":null}",
                "{\"plan\":\"small\"",
                "{}")) {
            invalid(body, server.admin("PUT", "/tenants/" + id + "/plan", body));
        }
        String golden = "{\"domains\":[\"eight.test\"],\"plan\":\"golden\"}";
        invalid(golden, server.admin("POST", "/tenants", golden));
        assertThat(SignedIn.json(server.admin("GET", "/tenants?q=eight.test", ""))
                        .path("total")
                        .asInt())
                .isZero();
        assertThat(server.admin("GET", "/tenants/" + id, "").body()).isEqualTo(before);
    }

    private static void invalid(String body, HttpResponse<String> response) {
        assertThat(response.statusCode()).as(body).isEqualTo(400);
        assertThat(SignedIn.json(response).path("reason").asText()).as(body).isEqualTo("invalid");
    }
}
