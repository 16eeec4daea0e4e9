package svc.launcher.agreement;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import svc.testkit.bundles.MailCalls;

/** A client of JMAP. It reads everything once, and then only follows {@code /changes}. Not thread-safe. */
final class JmapReplica {

    private static final List<String> TYPES = List.of("Email", "Mailbox");
    private static final Map<String, String> PROPERTIES = Map.of(
            "Email",
            "'properties':['size','keywords','labelIds','mailboxIds','threadId']",
            "Mailbox",
            "'properties':['name','role','totalEmails','unreadEmails','totalThreads','unreadThreads']");

    private final Random random;
    private final Map<String, String> states = new HashMap<>();
    private final Map<String, Map<String, JsonNode>> held = new HashMap<>();
    private boolean restored;

    JmapReplica(Random random, ServerAccess server) {
        this.random = random;
        load(server);
    }

    private void load(ServerAccess server) {
        JsonNode all = all(server);
        for (int i = 0; i < all.size(); i++) {
            String type = type(all.get(i));
            states.put(type, all.get(i).at("/1/state").asText());
            held.put(type, byId(all.get(i)));
        }
    }

    private static String type(JsonNode response) {
        String method = response.path(0).asText();
        assertThat(method).as(response.toString()).endsWith("/get");
        return method.substring(0, method.length() - "/get".length());
    }

    private static JsonNode all(ServerAccess server) {
        return server.calls(get("Email", "'ids':null"), get("Mailbox", "'ids':null"));
    }

    private static String get(String type, String ids) {
        return "['" + type + "/get',{'accountId':'@'," + ids + "," + PROPERTIES.get(type) + "},'g']";
    }

    private static Map<String, JsonNode> byId(JsonNode response) {
        Map<String, JsonNode> objects = new TreeMap<>();
        response.at("/1/list").forEach(one -> objects.put(one.path("id").asText(), one));
        return objects;
    }

    /** Returns all objects of a type as the server has them, by id. */
    static Map<String, Map<String, JsonNode>> read(ServerAccess server) {
        Map<String, Map<String, JsonNode>> types = new HashMap<>();
        all(server).forEach(response -> types.put(type(response), byId(response)));
        return types;
    }

    /** Returns the known objects of all types, by type and id. */
    Map<String, Map<String, JsonNode>> held() {
        return held;
    }

    /** Returns the known emails by id. */
    Map<String, JsonNode> emails() {
        return requireNonNull(held.get("Email"));
    }

    /** Returns the ids of the known mailboxes by their names. */
    Map<String, String> mailboxIds() {
        Map<String, String> ids = new HashMap<>();
        requireNonNull(held.get("Mailbox")).forEach((id, mailbox) -> ids.put(AccountState.name(mailbox), id));
        return ids;
    }

    /** The account was restored: the server does not know the changes since the states of the client. */
    void restored() {
        restored = true;
    }

    private void followAfterRestore(ServerAccess server) {
        for (String type : TYPES) {
            String changes = "['" + type + "/changes',{'accountId':'@','sinceState':'" + states.get(type) + "'},'c']";
            assertThat(server.calls(changes).path(0).at("/1/type").asText())
                    .as(type)
                    .isEqualTo("cannotCalculateChanges");
        }
        load(server);
        restored = false;
    }

    /** Reads all changes. If the server ends in between, the next call continues from the last state. */
    void follow(ServerAccess server) {
        if (restored) {
            followAfterRestore(server);
            return;
        }
        boolean more = true;
        while (more) {
            List<String> calls = new ArrayList<>();
            for (String type : TYPES) {
                String most = random.nextInt(4) == 0 ? ",'maxChanges':" + (1 + random.nextInt(3)) : "";
                calls.add("['" + type + "/changes',{'accountId':'@','sinceState':'" + states.get(type) + "'" + most
                        + "},'" + type + "']");
                for (String list : List.of("created", "updated")) {
                    calls.add(get(
                            type,
                            "'#ids':{'resultOf':'" + type + "','name':'" + type + "/changes','path':'/" + list + "'}"));
                }
            }
            JsonNode responses = server.calls(calls.toArray(String[]::new));
            more = false;
            for (int i = 0; i < TYPES.size(); i++) {
                more |= learn(TYPES.get(i), responses, 3 * i);
            }
        }
    }

    /** Learns the changes of a type; returns whether there are more. */
    private boolean learn(String type, JsonNode responses, int first) {
        JsonNode changes = responses.path(first);
        assertThat(changes.path(0).asText()).as(responses.toString()).isEqualTo(type + "/changes");
        Map<String, JsonNode> objects = requireNonNull(held.get(type));
        for (int i = first + 1; i < first + 3; i++) {
            objects.putAll(byId(responses.path(i)));
            MailCalls.texts(responses.path(i).at("/1/notFound")).forEach(objects::remove);
        }
        MailCalls.texts(changes.at("/1/destroyed")).forEach(objects::remove);
        states.put(type, changes.at("/1/newState").asText());
        return changes.at("/1/hasMoreChanges").asBoolean();
    }
}
