package svc.push.web.method;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;

/** The results of changes of a call (RFC 8620 §5.3). */
final class SetOutcome {

    private static final List<String> MEMBERS =
            List.of("created", "updated", "destroyed", "notCreated", "notUpdated", "notDestroyed");

    private final Map<String, Map<String, @Nullable Object>> results = new HashMap<>();
    private final List<String> destroyed = new ArrayList<>();

    private void put(String member, String key, @Nullable Object result) {
        results.computeIfAbsent(member, any -> new LinkedHashMap<>()).put(key, result);
    }

    /** Adds the results of other changes. */
    void addAll(SetOutcome other) {
        other.results.forEach((member, some) -> some.forEach((key, result) -> put(member, key, result)));
        destroyed.addAll(other.destroyed);
    }

    void created(String key, Map<String, @Nullable Object> properties) {
        put("created", key, properties);
    }

    void updated(String id, Map<String, @Nullable Object> properties) {
        put("updated", id, properties.isEmpty() ? null : properties);
    }

    void destroyed(String id) {
        destroyed.add(id);
    }

    void refuseCreate(String key, SetError error) {
        put("notCreated", key, error.members());
    }

    void refuseUpdate(String id, SetError error) {
        put("notUpdated", id, error.members());
    }

    void refuseDestroy(String id, SetError error) {
        put("notDestroyed", id, error.members());
    }

    /** Returns the members of the response. A member without results is null. */
    Map<String, @Nullable Object> answer() {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        MEMBERS.forEach(member -> answer.put(member, results.get(member)));
        answer.replace("destroyed", destroyed.isEmpty() ? null : destroyed);
        return answer;
    }
}
