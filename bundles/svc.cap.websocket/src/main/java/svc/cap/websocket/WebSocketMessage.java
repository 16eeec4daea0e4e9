package svc.cap.websocket;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.guard.Guard.TooOften;

/** What a client says (RFC 8887 §4.3), and what it is told. */
sealed interface Message permits Message.Request, Message.Enable, Message.Disable {

    /** What the client calls it. */
    Optional<String> id();

    /** A request of JMAP. */
    record Request(Optional<String> id, Map<String, @Nullable Object> members) implements Message {}

    /**
     * The client wants to be told of changes.
     *
     * @param types the names of types; empty for all
     * @param pushState how far it was told before
     */
    record Enable(Optional<Set<String>> types, Optional<String> pushState) implements Message {
        @Override
        public Optional<String> id() {
            return Optional.empty();
        }
    }

    /** The client wants to be told of nothing. */
    record Disable() implements Message {
        @Override
        public Optional<String> id() {
            return Optional.empty();
        }
    }

    /** What cannot be meant. */
    final class Unclear extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Optional<String> id;

        private Unclear(Optional<String> id, String detail) {
            super(detail, null, false, false);
            this.id = id;
        }

        Optional<String> id() {
            return id;
        }

        Map<String, @Nullable Object> problem() {
            Map<String, @Nullable Object> problem = new LinkedHashMap<>();
            problem.put("type", "urn:ietf:params:jmap:error:notRequest");
            problem.put("status", 400);
            problem.put("detail", getMessage());
            return problem;
        }
    }

    /**
     * Reads one.
     *
     * @throws Unclear when it is none
     */
    static Message of(Map<String, @Nullable Object> members) {
        @Nullable Object given = members.get("id");
        Optional<String> id = given instanceof String text ? Optional.of(text) : Optional.empty();
        if (given != null && id.isEmpty()) {
            throw new Unclear(id, "The id of a request is a text.");
        }
        Object type = members.getOrDefault("@type", "");
        if ("Request".equals(type)) {
            return new Request(id, members);
        } else if ("WebSocketPushEnable".equals(type)) {
            return new Enable(types(members.get("dataTypes"), id), pushState(members.get("pushState"), id));
        } else if ("WebSocketPushDisable".equals(type)) {
            return new Disable();
        }
        throw new Unclear(
                id, "A message is an object whose @type is Request, WebSocketPushEnable or WebSocketPushDisable.");
    }

    private static Optional<Set<String>> types(@Nullable Object value, Optional<String> id) {
        if (value == null) {
            return Optional.empty();
        }
        Set<String> names = new HashSet<>();
        if (value instanceof List<?> list) {
            for (Object name : list) {
                if (!(name instanceof String text)) {
                    throw new Unclear(id, "dataTypes must be an array of names of types, or null.");
                }
                names.add(text);
            }
            return Optional.of(names);
        }
        throw new Unclear(id, "dataTypes must be an array of names of types, or null.");
    }

    private static Optional<String> pushState(@Nullable Object value, Optional<String> id) {
        if (value == null) {
            return Optional.empty();
        } else if (value instanceof String text) {
            return Optional.of(text);
        }
        throw new Unclear(id, "pushState must be a text.");
    }

    /** What has changed (RFC 8887 §4.3.5.1). */
    static Map<String, @Nullable Object> stateChange(Map<String, Map<String, String>> changed) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("@type", "StateChange");
        members.put("changed", changed);
        return members;
    }

    /** Too many requests in a while. */
    static Map<String, @Nullable Object> tooOften(TooOften slow) {
        Map<String, @Nullable Object> problem = new LinkedHashMap<>();
        problem.put("type", "urn:ietf:params:jmap:error:limit");
        problem.put("status", 429);
        problem.put(
                "detail",
                "More than " + slow.quota().perMinute() + " requests a minute came of this account. Wait "
                        + slow.seconds() + " seconds.");
        problem.put("limit", slow.quota().limit());
        return problem;
    }
}
