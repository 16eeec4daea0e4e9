package svc.cap.mail;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.testkit.engine.Response;

/** An account under test: of an engine in this process, or of a server that the test kills from time to time. */
public interface AccountUnderTest {

    /**
     * Returns the response to a call.
     *
     * @throws ServerGone if the server was killed before it responded
     */
    Response call(String method, Map<String, ? extends @Nullable Object> arguments);

    /**
     * Inserts all messages or none.
     *
     * @throws ServerGone if the server was killed before it confirmed them
     */
    void deliver(List<TestMessage> letters);

    /** Returns whether the server has a search index. */
    boolean searches();

    /** Returns all objects of a type, by id. */
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

    /** Returns the state of a type. */
    default String state(String type) {
        return call(type + "/get", Map.of("ids", List.of())).done().text("state");
    }

    /** The server was killed before it responded. */
    final class ServerGone extends RuntimeException {
        private static final long serialVersionUID = 1;

        public ServerGone(Throwable cause) {
            super(cause);
        }
    }
}
