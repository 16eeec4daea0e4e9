package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import svc.testkit.Covers;
import svc.testkit.bundles.BlobCalls;

/**
 * Every method of a server is called with ids of another tenant in every place of an id, and with ids that do not
 * exist: except for the id, the responses are identical to the byte.
 */
final class TenantProbeIT {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String NOBODY = "avvvvv";
    private static final String BLOB = "Blob";
    private static final String THREAD = "Thread";

    private static final String PRINCIPAL = "Principal";
    private static final String NOTIFICATION = "ShareNotification";

    /** The type that belongs to a sign-in instead of an account. */
    private static final String SUBSCRIPTION = "PushSubscription";

    private static final String TARGET = "{\"deviceClientId\":\"x\",\"url\":\"http://127.0.0.1:1/\"}";

    @TempDir
    private static Path dir;

    private static RunningServer server;
    private static SignedIn ada;
    private static SignedIn eve;

    /** The methods by URN. */
    private static final Map<String, List<String>> METHODS = new TreeMap<>();

    private static int created;
    private static final Map<String, String> OWN_IDS = new LinkedHashMap<>();
    private static final Map<String, String> FOREIGN_IDS = new LinkedHashMap<>();

    @BeforeAll
    static void start() throws IOException {
        Path extensions = Files.createDirectories(dir.resolve("home/extensions"));
        TasksBundle.linked().writeTo(extensions.resolve("tasks.jar"));
        BookmarksBundle.jar().writeTo(extensions.resolve("bookmarks.jar"));
        try (Stream<Path> examples = Files.list(SvcCommand.DISTRIBUTION.resolve("examples"))) {
            for (Path jar : examples.toList()) {
                Files.copy(jar, extensions.resolve(jar.getFileName()));
            }
        }
        server = SvcCommand.svc()
                .start(
                        dir.resolve("home"),
                        "--set",
                        "server.listen=\"127.0.0.1:0\"",
                        "--set",
                        "push.allow_private_targets=true")
                .ready();
        ada = SignedIn.as(server, "ada@one.test");
        eve = SignedIn.as(server, "eve@two.test");
        for (JsonNode row :
                JSON.readTree(server.command("", "capability", "list", "--json").out())) {
            List<String> methods = METHODS.computeIfAbsent(row.path("urn").asText(), urn -> new ArrayList<>());
            row.path("methods").forEach(method -> methods.add(method.asText()));
        }
        METHODS.remove("urn:ietf:params:jmap:principals:owner"); // it has no methods, and a request cannot use it
        METHODS.remove("urn:svc:params:jmap:v2:admin"); // other users than administrators cannot use it
        for (String type : types()) {
            OWN_IDS.put(type, create(ada, type));
            // Numbers are counted per account: the last one does not exist in the own account.
            for (int i = 0; i < 5; i++) {
                FOREIGN_IDS.put(type, create(eve, type));
            }
        }
        // The server makes principals and notifications; a notification that does not exist looks like a foreign one.
        OWN_IDS.put(PRINCIPAL, ada.accountId());
        FOREIGN_IDS.put(PRINCIPAL, eve.accountId());
        OWN_IDS.put(NOTIFICATION, "n1");
        FOREIGN_IDS.put(NOTIFICATION, "n2");
        OWN_IDS.put(SUBSCRIPTION, subscribe(ada));
        FOREIGN_IDS.put(SUBSCRIPTION, subscribe(eve));
        OWN_IDS.put(BLOB, BlobClient.of(ada).store("Subject: of ada\r\n\r\nx"));
        FOREIGN_IDS.put(BLOB, BlobClient.of(eve).store("Subject: of eve\r\n\r\nx"));
        OWN_IDS.put(THREAD, thread(ada, OWN_IDS));
        FOREIGN_IDS.put(THREAD, thread(eve, FOREIGN_IDS));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    private static List<String> types() {
        return METHODS.values().stream()
                .flatMap(List::stream)
                .filter(method -> method.endsWith("/set") && ProbedCalls.isDerived(method))
                .map(method -> method.substring(0, method.indexOf('/')))
                .filter(type -> !type.equals(PRINCIPAL) && !type.equals(NOTIFICATION))
                .toList();
    }

    private static String create(SignedIn otherUser, String type) {
        assertThat(ProbedCalls.EXAMPLES).as("an example to create").containsKey(type);
        String example = id(ProbedCalls.EXAMPLES, type)
                .formatted(
                        ++created,
                        inbox(otherUser),
                        otherUser.email(),
                        first(otherUser, "Identity/get", "list/0/id"),
                        first(otherUser, "Email/query", "ids/0"));
        String arguments = "{\"accountId\":\"" + otherUser.accountId() + "\",\"create\":{\"k\":" + example + "}}";
        return SignedIn.json(send(otherUser, type + "/set", arguments, "{}"))
                .at("/methodResponses/0/1/created/k/id")
                .asText();
    }

    /** Returns the value at a place of the response to a method without restrictions. */
    private static String first(SignedIn otherUser, String method, String place) {
        return SignedIn.json(send(otherUser, method, "{\"accountId\":\"" + otherUser.accountId() + "\"}", "{}"))
                .at("/methodResponses/0/1/" + place)
                .asText();
    }

    /** Returns the first mailbox of an account. */
    private static String inbox(SignedIn otherUser) {
        String arguments = "{\"accountId\":\"" + otherUser.accountId() + "\",\"filter\":{\"role\":\"inbox\"}}";
        return SignedIn.json(send(otherUser, "Mailbox/query", arguments, "{}"))
                .at("/methodResponses/0/1/ids/0")
                .asText();
    }

    private static String thread(SignedIn otherUser, Map<String, String> ids) {
        String arguments = "{\"accountId\":\"" + otherUser.accountId() + "\",\"ids\":[\"" + id(ids, "Email") + "\"]}";
        return SignedIn.json(send(otherUser, "Email/get", arguments, "{}"))
                .at("/methodResponses/0/1/list/0/threadId")
                .asText();
    }

    private static String subscribe(SignedIn otherUser) {
        return SignedIn.json(send(otherUser, SUBSCRIPTION + "/set", "{\"create\":{\"k\":" + TARGET + "}}", "{}"))
                .at("/methodResponses/0/1/created/k/id")
                .asText();
    }

    private static HttpResponse<String> send(SignedIn otherUser, String method, String arguments, String createdIds) {
        String using = String.join("\",\"", METHODS.keySet());
        return otherUser.post(
                "/jmap",
                "{\"using\":[\"" + using + "\"],\"createdIds\":" + createdIds + ",\"methodCalls\":[[\"" + method + "\","
                        + arguments + ",\"c\"]]}");
    }

    @Test
    @Covers(value = "GEN-06", open = "DAV")
    @Covers(value = "RFC-06", part = "what is somebody else's")
    void methodsDoNotRevealForeignIds() {
        assertThat(types()).containsExactlyInAnyOrderElementsOf(ProbedCalls.EXAMPLES.keySet());
        String before = everything();
        int probes = 0;
        for (List<String> methods : METHODS.values()) {
            for (String method : methods) {
                for (String template : ProbedCalls.of(method)) {
                    probes += probe(method, template);
                }
            }
        }
        for (String type : types()) {
            String arguments = "{\"accountId\":\"" + ada.accountId() + "\",\"ids\":[\"#k\"]}";
            assertEqualResponses(
                    type + "/get, creation id",
                    id(FOREIGN_IDS, type),
                    nobody(type),
                    id -> send(ada, type + "/get", arguments, "{\"k\":\"" + id + "\"}"));
            probes++;
        }
        assertThat(everything()).as("nothing of the other organization changed").isEqualTo(before);
        System.out.printf(
                "%d probes of %d methods%n",
                probes, METHODS.values().stream().mapToInt(List::size).sum());
        assertThat(probes).isGreaterThan(80);
    }

    @Test
    @Covers(value = "GEN-06", open = "DAV")
    @Covers(value = "RFC-06", part = "what is somebody else's")
    void sessionUrlsDoNotRevealForeignAccounts() {
        String blob = id(FOREIGN_IDS, BLOB);
        JsonNode session = SignedIn.json(ada.get("/.well-known/jmap"));
        for (String name : List.of("downloadUrl", "uploadUrl", "eventSourceUrl")) {
            String path = session.path(name).asText().substring(server.url().length());
            for (String method : List.of("GET", "POST")) {
                assertEqualResponses(
                        name,
                        eve.accountId(),
                        NOBODY,
                        account -> ada.send(
                                method,
                                path.replace("{accountId}", account)
                                        .replace("{blobId}", blob)
                                        .replaceAll("\\{\\w+\\}", "1"),
                                ""));
            }
        }
    }

    /** Puts foreign and unknown ids into one place after the other; all other places have own ids. */
    private static int probe(String method, String template) {
        String type = method.substring(0, method.indexOf('/'));
        String known = FOREIGN_IDS.containsKey(type) ? type : types().get(0);
        int probes = 0;
        for (char place : new char[] {'A', 'F', 'I', 'B', 'M', 'E', 'N', 'S'}) {
            if (!ProbedCalls.at(template, place)) {
                continue;
            }
            boolean account = place == 'A' || place == 'F';
            String kind = ProbedCalls.KINDS.getOrDefault(place, known);
            for (String prefix : account ? List.of("", "shared:") : List.of("")) {
                String foreign = account ? prefix + eve.accountId() : id(FOREIGN_IDS, kind);
                String none = account ? prefix + NOBODY : nobody(kind);
                assertEqualResponses(
                        method + " " + template + " at " + place,
                        foreign,
                        none,
                        id -> send(ada, method, filled(template, place, id, id(OWN_IDS, known)), "{}"));
                probes++;
            }
        }
        return probes;
    }

    private static String filled(String template, char place, String id, String ownId) {
        Map<Character, String> own =
                new LinkedHashMap<>(Map.of('O', ownId, 'I', ownId, 'A', ada.accountId(), 'F', ada.accountId()));
        ProbedCalls.KINDS.forEach((kind, type) -> own.put(kind, id(OWN_IDS, type)));
        own.put(place, id);
        String filled = template;
        for (Map.Entry<Character, String> one : own.entrySet()) {
            filled = filled.replaceAll("(?<=[:{\\[,])" + one.getKey() + "(?=[,:}\\]])", "'" + one.getValue() + "'");
        }
        return filled.replace('\'', '"');
    }

    private static String id(Map<String, String> ids, String type) {
        return Objects.requireNonNull(ids.get(type), type);
    }

    private static String nobody(String type) {
        return type.equals(BLOB)
                ? BlobCalls.id(BlobClient.bytes("of nobody"))
                : id(FOREIGN_IDS, type).charAt(0) + "vvvvvvvv";
    }

    /** Sends a request with an id. */
    private interface Sending {
        HttpResponse<String> with(String id);
    }

    private static void assertEqualResponses(String what, String foreign, String none, Sending sending) {
        String told = told(sending.with(foreign), foreign);
        assertThat(told).as(what).isEqualTo(told(sending.with(none), none));
    }

    /** Fields that differ between responses: time, length including the id, and remaining quota. */
    private static final Set<String> FIELDS_OF_THEIR_OWN = Set.of("date", "content-length", "ratelimit");

    /** Returns status, fields and body without the id, and without the correlation id. */
    private static String told(HttpResponse<String> response, String id) {
        Map<String, List<String>> fields = new TreeMap<>(response.headers().map());
        fields.keySet().removeAll(FIELDS_OF_THEIR_OWN);
        return response.statusCode() + " " + fields + " "
                + response.body()
                        .replaceAll("\\b" + Pattern.quote(id) + "\\b", "ID")
                        .replaceAll("correlation id [0-9a-z]+\\.", "correlation id ID.")
                        // An object that is created or changed twice has another number and state the second time.
                        .replaceAll("(\"k\":(\\{\"id\":)?|State\":)\"[0-9a-v-]+\"", "$1NEXT");
    }

    private static String everything() {
        ObjectNode everything = JSON.createObjectNode();
        for (String type : types()) {
            String arguments = "{\"accountId\":\"" + eve.accountId() + "\",\"ids\":null}";
            JsonNode response = SignedIn.json(send(eve, type + "/get", arguments, "{}"));
            assertThat(response.at("/methodResponses/0/1/list")).hasSizeGreaterThanOrEqualTo(5);
            everything.set(type, response.path("methodResponses"));
        }
        JsonNode subscriptions = SignedIn.json(send(eve, SUBSCRIPTION + "/get", "{\"ids\":null}", "{}"));
        assertThat(subscriptions.at("/methodResponses/0/1/list")).hasSize(1);
        everything.set(SUBSCRIPTION, subscriptions.path("methodResponses"));
        return everything.toString();
    }
}
