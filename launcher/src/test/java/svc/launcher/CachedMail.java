package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import svc.testkit.bundles.MailCalls;

/** The cache of a JMAP client: emails, mailboxes and threads by id, a list of emails, and the states. */
final class CachedMail {

    private static final List<String> TYPES = List.of("Email", "Mailbox", "Thread");
    private static final Map<String, String> PROPERTIES = Map.of(
            "Email", "'subject','mailboxIds','threadId'",
            "Mailbox", "'name','totalEmails'",
            "Thread", "'emailIds'");
    private static final String UNKNOWN = "cannotCalculateChanges";

    private final Map<String, Map<String, String>> objects;
    private final Map<String, String> states;
    private List<String> list;
    private String query;

    private CachedMail(
            Map<String, Map<String, String>> objects, Map<String, String> states, List<String> list, String query) {
        this.objects = objects;
        this.states = states;
        this.list = list;
        this.query = query;
    }

    /** Fetches everything. */
    static CachedMail of(MailUser user) {
        JsonNode page = user.call("Email/query", "'position':0");
        CachedMail cache = new CachedMail(
                new TreeMap<>(),
                new TreeMap<>(),
                MailCalls.texts(page.path("ids")),
                page.path("queryState").asText());
        for (String type : TYPES) {
            cache.states.put(type, user.state(type));
            cache.objects.put(type, new TreeMap<>());
        }
        cache.read(user, "Email", cache.list);
        cache.read(
                user,
                "Mailbox",
                MailCalls.texts(user.call("Mailbox/query", "'position':0").path("ids")));
        Set<String> threads = new TreeSet<>();
        user.call("Email/get", "'ids':null,'properties':['threadId']")
                .path("list")
                .forEach(email -> threads.add(email.path("threadId").asText()));
        cache.read(user, "Thread", threads);
        return cache;
    }

    /** Returns a copy of the cache. */
    CachedMail copy() {
        Map<String, Map<String, String>> copies = new TreeMap<>();
        objects.forEach((type, values) -> copies.put(type, new TreeMap<>(values)));
        return new CachedMail(copies, new TreeMap<>(states), list, query);
    }

    private void read(MailUser user, String type, Collection<String> ids) {
        String all = "'ids':['" + String.join("','", ids) + "'],'properties':[" + PROPERTIES.get(type) + "]";
        if (!ids.isEmpty()) {
            user.call(type + "/get", all)
                    .path("list")
                    .forEach(one -> at(type).put(one.path("id").asText(), one.toString()));
        }
    }

    private Map<String, String> at(String type) {
        return objects.computeIfAbsent(type, missing -> new TreeMap<>());
    }

    /** Returns the ids of the emails in the cache. */
    Set<String> emails() {
        return at("Email").keySet();
    }

    /**
     * Follows the changes since its states. Fetches everything if changes cannot be calculated, which must then be so
     * for all types.
     *
     * @return whether changes could be calculated
     */
    boolean synchronize(MailUser user) {
        Set<Boolean> known = new HashSet<>();
        TYPES.forEach(type -> known.add(follow(user, type)));
        known.add(followList(user));
        assertThat(known).as("alike for all types").hasSize(1);
        CachedMail expected = of(user);
        if (known.contains(false)) {
            objects.putAll(expected.copy().objects);
            states.putAll(expected.states);
            list = expected.list;
            query = expected.query;
        }
        assertThat(objects).isEqualTo(expected.objects);
        assertThat(list).isEqualTo(expected.list);
        return known.contains(true);
    }

    private boolean follow(MailUser user, String type) {
        JsonNode response = user.response(type + "/changes", "'sinceState':'" + states.get(type) + "'");
        JsonNode changes = response.path(1);
        if (!response.path(0).asText().equals(type + "/changes")) {
            assertThat(changes.path("type").asText()).isEqualTo(UNKNOWN);
            return false;
        }
        MailCalls.texts(changes.path("destroyed")).forEach(at(type)::remove);
        read(user, type, MailCalls.texts(changes.path("created")));
        read(user, type, MailCalls.texts(changes.path("updated")));
        states.put(type, changes.path("newState").asText());
        return true;
    }

    private boolean followList(MailUser user) {
        JsonNode response = user.response("Email/queryChanges", "'sinceQueryState':'" + query + "'");
        JsonNode changes = response.path(1);
        if (!response.path(0).asText().equals("Email/queryChanges")) {
            assertThat(changes.path("type").asText()).isEqualTo(UNKNOWN);
            return false;
        }
        List<String> now = new ArrayList<>(list);
        now.removeAll(MailCalls.texts(changes.path("removed")));
        changes.path("added")
                .forEach(
                        one -> now.add(one.path("index").asInt(), one.path("id").asText()));
        list = List.copyOf(now);
        query = changes.path("newQueryState").asText();
        return true;
    }
}
