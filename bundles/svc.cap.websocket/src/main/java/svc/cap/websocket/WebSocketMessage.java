package svc.cap.websocket;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.ratelimit.RateLimiter.Limited;

/** A message of a client (RFC 8887 §4.3), and the messages of the server. */
sealed interface WebSocketMessage permits WebSocketMessage.Request, WebSocketMessage.Enable, WebSocketMessage.Disable {

    /** Returns the id that the client assigned. */
    Optional<String> id();

    /** A JMAP request. */
    record Request(Optional<String> id, Map<String, @Nullable Object> members) implements WebSocketMessage {}

    /**
     * Enables push.
     *
     * @param types the names of types; empty for all
     * @param pushState the push state that the client received last
     */
    record Enable(Optional<Set<String>> types, Optional<String> pushState) implements WebSocketMessage {
        @Override
        public Optional<String> id() {
            return Optional.empty();
        }

        /**
         * Rejects a list that names no known type. Unknown names beside a known one are ignored.
         *
         * @throws InvalidMessage when no name is known
         */
        void refuseUnknown(Set<String> known) {
            if (types.isPresent()
                    && !types.get().isEmpty()
                    && types.get().stream().noneMatch(known::contains)) {
                throw new InvalidMessage(id(), "dataTypes has no known type. Use type names as in Foo/get, or null.");
            }
        }
    }

    /** Disables push. */
    record Disable() implements WebSocketMessage {
        @Override
        public Optional<String> id() {
            return Optional.empty();
        }
    }

    /** Thrown for an invalid message. */
    final class InvalidMessage extends RuntimeException {
        private static final long serialVersionUID = 1L;
        private final transient Optional<String> id;

        private InvalidMessage(Optional<String> id, String detail) {
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
     * Parses a message.
     *
     * @throws InvalidMessage when the message is invalid
     */
    static WebSocketMessage of(Map<String, @Nullable Object> members) {
        @Nullable Object given = members.get("id");
        Optional<String> id = given instanceof String text ? Optional.of(text) : Optional.empty();
        if (given != null && id.isEmpty()) {
            throw new InvalidMessage(id, "The id of a request must be a string.");
        }
        Object type = members.getOrDefault("@type", "");
        if ("Request".equals(type)) {
            return new Request(id, members);
        } else if ("WebSocketPushEnable".equals(type)) {
            return new Enable(types(members.get("dataTypes"), id), pushState(members.get("pushState"), id));
        } else if ("WebSocketPushDisable".equals(type)) {
            return new Disable();
        }
        throw new InvalidMessage(
                id, "A message must be an object whose @type is Request, WebSocketPushEnable or WebSocketPushDisable.");
    }

    private static Optional<Set<String>> types(@Nullable Object value, Optional<String> id) {
        if (value == null) {
            return Optional.empty();
        }
        Set<String> names = new HashSet<>();
        if (value instanceof List<?> list) {
            for (Object name : list) {
                if (!(name instanceof String text)) {
                    throw new InvalidMessage(id, "dataTypes must be an array of type names, or null.");
                }
                names.add(text);
            }
            return Optional.of(names);
        }
        throw new InvalidMessage(id, "dataTypes must be an array of type names, or null.");
    }

    private static Optional<String> pushState(@Nullable Object value, Optional<String> id) {
        if (value == null) {
            return Optional.empty();
        } else if (value instanceof String text) {
            return Optional.of(text);
        }
        throw new InvalidMessage(id, "pushState must be a string.");
    }

    /** Returns a StateChange (RFC 8887 §4.3.5.1). */
    static Map<String, @Nullable Object> stateChange(Map<String, Map<String, String>> changed) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("@type", "StateChange");
        members.put("changed", changed);
        return members;
    }

    /** Returns the error for too many requests. */
    static Map<String, @Nullable Object> rateLimited(Limited limited) {
        Map<String, @Nullable Object> problem = new LinkedHashMap<>();
        problem.put("type", "urn:ietf:params:jmap:error:limit");
        problem.put("status", 429);
        problem.put(
                "detail",
                "There was more of this account than " + limited.quota().most() + ". Wait " + limited.seconds()
                        + " seconds.");
        problem.put("limit", limited.quota().limit());
        return problem;
    }
}
