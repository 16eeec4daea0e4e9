package svc.cap.v2.streaming;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An event for a client.
 *
 * @param name the name of the event
 * @param members the members of its JSON object
 */
record StreamEvent(String name, Map<String, @Nullable Object> members) {

    /** The object of an event. */
    record Subject(String accountId, String type, String id) {}

    /** Returns an event with the current values of the properties that differ from the version of the client. */
    static StreamEvent patch(Subject subject, String oldState, String newState, Map<String, @Nullable Object> patch) {
        Map<String, @Nullable Object> members = begin("Patch", subject);
        members.put("oldState", oldState);
        members.put("newState", newState);
        members.put("patch", patch);
        return new StreamEvent("patch", members);
    }

    /** Returns an event with a whole object. */
    static StreamEvent value(Subject subject, String newState, Map<String, @Nullable Object> properties) {
        Map<String, @Nullable Object> value = new LinkedHashMap<>();
        value.put("id", subject.id());
        value.putAll(properties);
        Map<String, @Nullable Object> members = begin("Value", subject);
        members.put("newState", newState);
        members.put("value", value);
        return new StreamEvent("value", members);
    }

    /** Returns an event for a destroyed object. */
    static StreamEvent gone(Subject subject, String newState) {
        Map<String, @Nullable Object> members = begin("Gone", subject);
        members.put("newState", newState);
        return new StreamEvent("gone", members);
    }

    /** Returns an event for types whose changes are unknown; the client must fetch the objects again. */
    static StreamEvent resync(String accountId, Set<String> types) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("@type", "Resync");
        members.put("accountId", accountId);
        members.put("types", types);
        members.put("reason", "cannotCalculateChanges");
        return new StreamEvent("resync", members);
    }

    /** The subscribed query of an event. */
    record Followed(String accountId, String subscriptionId) {}

    /**
     * Returns an event with the difference between the window in the old state and the current window. Without an old
     * state, the old window is empty.
     */
    static StreamEvent query(Followed subscription, Optional<String> oldState, String newState, WindowDelta delta) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("@type", "QueryChange");
        members.put("accountId", subscription.accountId());
        members.put("subscriptionId", subscription.subscriptionId());
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
        return new StreamEvent("query", members);
    }

    /** Returns an event for subscriptions that have ended; the client must subscribe again. */
    static StreamEvent lost(String accountId, List<String> subscriptionIds, String reason) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("@type", "Resync");
        members.put("accountId", accountId);
        members.put("types", List.of());
        members.put("subscriptionIds", subscriptionIds);
        members.put("reason", reason);
        return new StreamEvent("resync", members);
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
