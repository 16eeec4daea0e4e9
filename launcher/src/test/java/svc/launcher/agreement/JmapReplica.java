package svc.launcher.agreement;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import svc.testkit.bundles.MailCalls;

/** A client of JMAP. It reads everything once, and then only follows {@code /changes}. Not thread-safe. */
final class JmapReplica {

    static final List<String> URNS = List.of(MailCalls.SECOND, MailCalls.LABELS, MailCalls.THREADS);

    private static final Map<String, String> PROPERTIES = Map.of(
            "Email",
            "'properties':['size','keywords','labelIds','mailboxIds','threadId']",
            "Mailbox",
            "'properties':['name','role','totalEmails','unreadEmails','totalThreads','unreadThreads']");

    private final Random random;
    private final Map<String, String> states = new HashMap<>();
    private final Map<String, Map<String, JsonNode>> held = new HashMap<>();

    JmapReplica(Random random, MailCalls user) {
        this.random = random;
        JsonNode all = all(user);
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

    private static JsonNode all(MailCalls user) {
        return user.using(URNS, get("Email", "'ids':null"), get("Mailbox", "'ids':null"));
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
    static Map<String, Map<String, JsonNode>> read(MailCalls user) {
        Map<String, Map<String, JsonNode>> types = new HashMap<>();
        all(user).forEach(response -> types.put(type(response), byId(response)));
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

    /** Reads all changes. If the server ends in between, the next call continues from the last state. */
    void follow(MailCalls user) {
        boolean more = true;
        while (more) {
            more = changes(user, "Email") | changes(user, "Mailbox");
        }
    }

    private boolean changes(MailCalls user, String type) {
        String most = random.nextInt(4) == 0 ? ",'maxChanges':" + (1 + random.nextInt(3)) : "";
        JsonNode responses = user.using(
                URNS,
                "['" + type + "/changes',{'accountId':'@','sinceState':'" + states.get(type) + "'" + most + "},'c']",
                get(type, "'#ids':{'resultOf':'c','name':'" + type + "/changes','path':'/created'}"),
                get(type, "'#ids':{'resultOf':'c','name':'" + type + "/changes','path':'/updated'}"));
        JsonNode changes = responses.at("/0/1");
        assertThat(responses.at("/0/0").asText()).as(responses.toString()).isEqualTo(type + "/changes");
        Map<String, JsonNode> objects = requireNonNull(held.get(type));
        objects.putAll(byId(responses.get(1)));
        objects.putAll(byId(responses.get(2)));
        for (int i = 1; i < 3; i++) {
            MailCalls.texts(responses.get(i).at("/1/notFound")).forEach(objects::remove);
        }
        MailCalls.texts(changes.path("destroyed")).forEach(objects::remove);
        states.put(type, changes.path("newState").asText());
        return changes.path("hasMoreChanges").asBoolean();
    }
}
