package svc.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;

/**
 * Somebody who is signed in to a running server, for tests that are about something else.
 *
 * @param server where
 * @param email the address
 * @param accountId the id of the own account
 * @param token what every request presents
 */
record SignedIn(RunningServer server, String email, String accountId, String token) {

    /** The password of every account made here. */
    static final String PASSWORD = "correct horse battery";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Signs in with an address; makes the account, and the organization of its domain, where they are missing. */
    static SignedIn as(RunningServer server, String email) {
        String domain = email.substring(email.lastIndexOf('@') + 1);
        made(server.command("", "tenant", "create", "--name", domain, "--domain", domain));
        made(server.command(PASSWORD, "account", "create", "--email", email, "--password-stdin"));
        return again(server, email);
    }

    private static void made(SvcCommand.Finished finished) {
        if (finished.exit() != 0 && !finished.err().contains("already")) {
            throw new AssertionError(finished.toString());
        }
    }

    /** Signs in with an account made here before: another device. */
    static SignedIn again(RunningServer server, String email) {
        HttpResponse<String> answer = login(server, email, PASSWORD);
        if (answer.statusCode() != 200) {
            throw new AssertionError(email + " was not let in: " + answer.body());
        }
        JsonNode members = json(answer);
        return new SignedIn(
                server,
                email,
                members.path("accountId").asText(),
                members.path("accessToken").asText());
    }

    /** What the server says to an address and a password. */
    static HttpResponse<String> login(RunningServer server, String email, String password) {
        String body = JSON.createObjectNode()
                .put("email", email)
                .put("password", password)
                .toString();
        return server.send("POST", server.url() + "/auth/login", body, "Content-Type", "application/json");
    }

    /** A request with the token to a path of the public surface. */
    HttpResponse<String> send(String method, String path, String body) {
        return server.send(
                method,
                server.url() + path,
                body,
                "Authorization",
                "Bearer " + token,
                "Content-Type",
                "application/json");
    }

    HttpResponse<String> get(String path) {
        return send("GET", path, "");
    }

    HttpResponse<String> post(String path, String json) {
        return send("POST", path, json);
    }

    /** The body of an answer. */
    static JsonNode json(HttpResponse<String> answer) {
        try {
            return JSON.readTree(answer.body());
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A ticket that opens a stream. */
    String streamTicket() {
        return json(post("/jmap/stream-ticket", "")).path("streamTicket").asText();
    }
}
