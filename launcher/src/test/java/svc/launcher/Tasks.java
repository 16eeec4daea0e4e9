package svc.launcher;

import com.fasterxml.jackson.databind.JsonNode;

/** Tasks, and objects of a second type, for tests of push. */
final class Tasks {

    private static final String PASSWORDS = "urn:svc:params:jmap:v2:apppasswords";

    private Tasks() {}

    /** Calls a method of tasks or app passwords; returns the arguments of its response. */
    static JsonNode call(SignedIn otherUser, String account, String method, String arguments) {
        String using = method.startsWith("Task/") ? TasksBundle.USING : "\"" + PASSWORDS + "\"";
        JsonNode response = SignedIn.json(otherUser.post(
                "/jmap",
                "{\"using\":[" + using + "],\"methodCalls\":[[\"" + method + "\",{\"accountId\":\"" + account + "\""
                        + arguments + "},\"c\"]]}"));
        return response.at("/methodResponses/0/1");
    }

    /** Creates a task; returns the state after it. */
    static String create(SignedIn otherUser) {
        return create(otherUser, otherUser.accountId());
    }

    /** Creates a task in an account; returns the state after it. */
    static String create(SignedIn otherUser, String account) {
        JsonNode set = call(otherUser, account, "Task/set", ",\"create\":{\"k\":{\"title\":\"secret words\"}}");
        if (!set.path("created").has("k")) {
            throw new AssertionError(set.toString());
        }
        return set.path("newState").asText();
    }

    /** Changes an object of the other type, which needs a recent sign-in. */
    static String other(SignedIn otherUser) {
        SignedIn recently = SignedIn.again(otherUser.server(), otherUser.email());
        return call(recently, recently.accountId(), "AppPassword/set", ",\"create\":{\"k\":{\"name\":\"mail\"}}")
                .path("newState")
                .asText();
    }

    /** Returns the state that a /get returns. */
    static String state(SignedIn otherUser, String account) {
        return call(otherUser, account, "Task/get", ",\"ids\":[]").path("state").asText();
    }
}
