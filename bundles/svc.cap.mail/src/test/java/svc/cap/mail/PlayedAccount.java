package svc.cap.mail;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.testkit.engine.Response;

/** An account that is played: of an engine in this process, or of a server that is killed now and then. */
public interface PlayedAccount {

    /**
     * The response to a call.
     *
     * @throws ServerGone when there was none
     */
    Response call(String method, Map<String, ? extends @Nullable Object> arguments);

    /**
     * Puts messages in, all of them or none.
     *
     * @throws ServerGone when nobody said that they are there
     */
    void deliver(List<Letter> letters);

    /** Whether there is an index of texts. */
    boolean searches();

    /** All objects of a type. */
    default Map<String, Map<String, @Nullable Object>> all(String type) {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("ids", null);
        Map<String, Map<String, @Nullable Object>> all = new LinkedHashMap<>();
        for (Object one : call(type + "/get", arguments).done().list("list")) {
            Map<String, @Nullable Object> object = new HashMap<>();
            ((Map<?, ?>) one).forEach((name, value) -> object.put((String) name, value));
            all.put(String.valueOf(object.get("id")), object);
        }
        return all;
    }

    /** The state of a type. */
    default String state(String type) {
        return call(type + "/get", Map.of("ids", List.of())).done().text("state");
    }

    /** The server was killed before it answered. */
    final class ServerGone extends RuntimeException {
        private static final long serialVersionUID = 1;

        /** Amid this. */
        public ServerGone(Throwable cause) {
            super(cause);
        }
    }
}
