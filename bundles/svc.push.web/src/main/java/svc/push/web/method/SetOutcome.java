package svc.push.web.method;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.SetError;

/** The result of each change of a call (RFC 8620 §5.3). One instance per call. */
final class SetOutcome {

    private final Map<String, Map<String, @Nullable Object>> created = new LinkedHashMap<>();
    private final Map<String, @Nullable Object> updated = new LinkedHashMap<>();
    private final List<String> destroyed = new ArrayList<>();
    private final Map<String, Object> notCreated = new LinkedHashMap<>();
    private final Map<String, Object> notUpdated = new LinkedHashMap<>();
    private final Map<String, Object> notDestroyed = new LinkedHashMap<>();

    void created(String key, Map<String, @Nullable Object> properties) {
        created.put(key, properties);
    }

    void updated(String id, Map<String, @Nullable Object> properties) {
        updated.put(id, properties.isEmpty() ? null : properties);
    }

    void destroyed(String id) {
        destroyed.add(id);
    }

    void refuseCreate(String key, SetError error) {
        notCreated.put(key, error.members());
    }

    void refuseUpdate(String id, SetError error) {
        notUpdated.put(id, error.members());
    }

    void refuseDestroy(String id, SetError error) {
        notDestroyed.put(id, error.members());
    }

    Map<String, @Nullable Object> answer() {
        Map<String, @Nullable Object> answer = new LinkedHashMap<>();
        answer.put("created", created.isEmpty() ? null : created);
        answer.put("updated", updated.isEmpty() ? null : updated);
        answer.put("destroyed", destroyed.isEmpty() ? null : destroyed);
        answer.put("notCreated", notCreated.isEmpty() ? null : notCreated);
        answer.put("notUpdated", notUpdated.isEmpty() ? null : notUpdated);
        answer.put("notDestroyed", notDestroyed.isEmpty() ? null : notDestroyed);
        return answer;
    }
}
