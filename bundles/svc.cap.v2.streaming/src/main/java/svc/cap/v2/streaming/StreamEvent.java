package svc.cap.v2.streaming;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One event for a client.
 *
 * @param name the name of the event
 * @param members what it says
 */
record Told(String name, Map<String, @Nullable Object> members) {

    /** An object that a client is told of. */
    record Subject(String accountId, String type, String id) {}

    /** What of an object is different from what the client holds, with the values of now. */
    static Told patch(Subject subject, String oldState, String newState, Map<String, @Nullable Object> patch) {
        Map<String, @Nullable Object> members = begin("Patch", subject);
        members.put("oldState", oldState);
        members.put("newState", newState);
        members.put("patch", patch);
        return new Told("patch", members);
    }

    /** A whole object. */
    static Told value(Subject subject, String newState, Map<String, @Nullable Object> value) {
        Map<String, @Nullable Object> members = begin("Value", subject);
        members.put("newState", newState);
        members.put("value", value);
        return new Told("value", members);
    }

    /** An object lives no more. */
    static Told gone(Subject subject, String newState) {
        Map<String, @Nullable Object> members = begin("Gone", subject);
        members.put("newState", newState);
        return new Told("gone", members);
    }

    /** Nobody can tell what happened to these types: the client fetches them anew. */
    static Told resync(String accountId, Set<String> types) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("@type", "Resync");
        members.put("accountId", accountId);
        members.put("types", types);
        members.put("reason", "cannotCalculateChanges");
        return new Told("resync", members);
    }

    /** A query that a client follows. */
    record Followed(String accountId, String subscriptionId) {}

    /** What makes of the window that the client holds with the old state that of now; without one, of an empty window. */
    static Told query(Followed followed, Optional<String> oldState, String newState, WindowDelta delta) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("@type", "QueryChange");
        members.put("accountId", followed.accountId());
        members.put("subscriptionId", followed.subscriptionId());
        members.put("oldQueryState", oldState.orElse(null));
        members.put("newQueryState", newState);
        members.put("removed", delta.removed());
        members.put(
                "added",
                delta.added().stream()
                        .map(added -> {
                            Map<String, Object> one = new LinkedHashMap<>();
                            one.put("id", added.id());
                            one.put("index", added.index());
                            return one;
                        })
                        .toList());
        return new Told("query", members);
    }

    /** These queries are followed no more; the client begins anew with them. */
    static Told lost(String accountId, List<String> subscriptionIds, String reason) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("@type", "Resync");
        members.put("accountId", accountId);
        members.put("types", List.of());
        members.put("subscriptionIds", subscriptionIds);
        members.put("reason", reason);
        return new Told("resync", members);
    }

    private static Map<String, @Nullable Object> begin(String kind, Subject subject) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("@type", kind);
        members.put("accountId", subject.accountId());
        members.put("type", subject.type());
        members.put("id", subject.id());
        return members;
    }
}
