package svc.launcher;

import com.fasterxml.jackson.databind.JsonNode;

/** The tasks of somebody, and a second type beside them, for tests that are about what is told of changes. */
final class Tasks {

    private static final String PASSWORDS = "urn:svc:params:jmap:apppasswords";

    private Tasks() {}

    /** Calls a method of tasks or app passwords; the arguments of its response. */
    static JsonNode call(SignedIn somebody, String account, String method, String arguments) {
        String using = method.startsWith("Task/") ? TasksBundle.USING : "\"" + PASSWORDS + "\"";
        JsonNode answer = SignedIn.json(somebody.post(
                "/jmap",
                "{\"using\":[" + using + "],\"methodCalls\":[[\"" + method + "\",{\"accountId\":\"" + account + "\""
                        + arguments + "},\"c\"]]}"));
        return answer.at("/methodResponses/0/1");
    }

    /** Makes a task; the state after it. */
    static String create(SignedIn somebody) {
        return create(somebody, somebody.accountId());
    }

    /** Makes a task in an account; the state after it. */
    static String create(SignedIn somebody, String account) {
        JsonNode set = call(somebody, account, "Task/set", ",\"create\":{\"k\":{\"title\":\"secret words\"}}");
        if (!set.path("created").has("k")) {
            throw new AssertionError(set.toString());
        }
        return set.path("newState").asText();
    }

    /** Changes the other type. */
    static String other(SignedIn somebody) {
        return call(somebody, somebody.accountId(), "AppPassword/set", ",\"create\":{\"k\":{\"name\":\"mail\"}}")
                .path("newState")
                .asText();
    }

    /** The state that a /get tells. */
    static String state(SignedIn somebody, String account) {
        return call(somebody, account, "Task/get", ",\"ids\":[]").path("state").asText();
    }

    /** Lets somebody see the tasks (READ, WRITE) or nothing of them (NONE). */
    static void share(SignedIn owner, SignedIn with, String access) {
        share(owner, with, TasksBundle.URN, access);
    }

    static void share(SignedIn owner, SignedIn with, String capability, String access) {
        int status = owner.post("/whoami?with=" + with.email() + "&capability=" + capability + "&access=" + access, "")
                .statusCode();
        if (status != 204) {
            throw new AssertionError("not shared: " + status);
        }
    }
}
