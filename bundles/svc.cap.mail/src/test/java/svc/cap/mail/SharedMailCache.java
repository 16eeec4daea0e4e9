package svc.cap.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static svc.testkit.bundles.MailCalls.texts;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import svc.testkit.bundles.LabelCalls;
import svc.testkit.bundles.LocalMailUser;
import svc.testkit.bundles.MailCalls;

/** A client that keeps the shared objects of four types and the results of a query, and follows them by changes alone. */
final class SharedMailCache {

    private static final List<String> ALL = List.of("Mailbox", "Thread", "Email", "Label");

    private final LocalMailUser user;
    private final String account;
    private final Random random;
    private final Map<String, String> states = new HashMap<>();
    private final Map<String, Map<String, JsonNode>> held = new HashMap<>();
    private String queryState = "";
    private List<String> results = List.of();
    private boolean hasLabels;
    private int calculated;

    SharedMailCache(LocalMailUser user, String account, Random random) {
        this.user = user;
        this.account = account;
        this.random = random;
    }

    /** Returns how many times the changes of emails could be calculated. */
    int calculated() {
        return calculated;
    }

    JsonNode response(String method, String arguments) {
        return user.using(LabelCalls.URNS, "['" + method + "',{'accountId':'" + account + "'" + arguments + "},'c']")
                .path(0);
    }

    private JsonNode call(String method, String arguments) {
        JsonNode response = response(method, arguments);
        assertThat(response.path(0).asText()).as(response.toString()).isEqualTo(method);
        return response.path(1);
    }

    /** Follows the changes, and compares the objects with those of the server. */
    void follow() {
        JsonNode session = MailCalls.json(user.who().session()).path("accounts").path(account);
        if (session.isMissingNode()) {
            assertThat(response("Email/get", ",'ids':null").at("/1/type").asText())
                    .isEqualTo("accountNotFound");
            states.clear();
            queryState = "";
            return;
        }
        hasLabels = session.path("accountCapabilities").has(MailCalls.LABELS);
        if (!hasLabels) {
            assertThat(response("Label/get", ",'ids':null").at("/1/type").asText())
                    .isEqualTo("accountNotSupportedByMethod");
            states.remove("Label");
        }
        for (String type : hasLabels ? ALL : ALL.subList(0, 3)) {
            boolean known = states.containsKey(type);
            Map<String, JsonNode> all = all(type);
            if (known && catchUp(type)) {
                assertThat(objects(type)).as(type).isEqualTo(all);
            } else {
                held.put(type, all);
            }
        }
        followQuery();
    }

    private Map<String, JsonNode> objects(String type) {
        return held.computeIfAbsent(type, key -> new TreeMap<>());
    }

    private String properties(String type) {
        String labelIds = hasLabels ? ",'labelIds'" : "";
        return type.equals("Email") ? ",'properties':['mailboxIds','keywords','threadId'" + labelIds + "]" : "";
    }

    private Map<String, JsonNode> all(String type) {
        JsonNode response = call(type + "/get", ",'ids':null" + properties(type));
        if (!states.containsKey(type)) {
            states.put(type, response.path("state").asText());
        }
        Map<String, JsonNode> all = new TreeMap<>();
        response.path("list").forEach(object -> all.put(object.path("id").asText(), object));
        return all;
    }

    /** Returns whether the changes could be calculated. */
    private boolean catchUp(String type) {
        boolean more = true;
        while (more) {
            JsonNode response = response(
                    type + "/changes",
                    ",'sinceState':'" + states.get(type) + "','maxChanges':" + (1 + random.nextInt(6)));
            if (response.path(0).asText().equals("error")) {
                assertThat(response.at("/1/type").asText()).isEqualTo("cannotCalculateChanges");
                states.remove(type);
                all(type);
                return false;
            }
            JsonNode changes = response.path(1);
            List<String> changed = new ArrayList<>(texts(changes.path("created")));
            changed.addAll(texts(changes.path("updated")));
            texts(changes.path("destroyed"))
                    .forEach(id -> assertThat(objects(type).remove(id))
                            .as("a destroyed object was known")
                            .isNotNull());
            call(type + "/get", ",'ids':['" + String.join("','", changed) + "']" + properties(type))
                    .path("list")
                    .forEach(object -> objects(type).put(object.path("id").asText(), object));
            states.put(type, changes.path("newState").asText());
            more = changes.path("hasMoreChanges").asBoolean();
        }
        calculated += type.equals("Email") ? 1 : 0;
        return true;
    }

    private void followQuery() {
        String query = ",'sort':[{'property':'receivedAt','isAscending':true}]";
        JsonNode fresh = call("Email/query", query);
        List<String> expected = texts(fresh.path("ids"));
        assertThat(expected).hasSameElementsAs(objects("Email").keySet());
        if (!queryState.isEmpty()) {
            JsonNode changes = response("Email/queryChanges", query + ",'sinceQueryState':'" + queryState + "'");
            if (!changes.path(0).asText().equals("error")) {
                List<String> after = new ArrayList<>(results);
                after.removeAll(texts(changes.at("/1/removed")));
                changes.at("/1/added")
                        .forEach(added -> after.add(
                                added.path("index").asInt(), added.path("id").asText()));
                assertThat(after).isEqualTo(expected);
            }
        }
        results = expected;
        queryState = fresh.path("queryState").asText();
    }
}
