package svc.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import svc.testkit.bundles.JmapUser;

/**
 * A caller that is signed in to a running server.
 *
 * @param server the server
 * @param email the address
 * @param accountId the id of the own account
 * @param token the token of every request
 */
record SignedIn(RunningServer server, String email, String accountId, String token) implements JmapUser {

    /** The password of every account created here. */
    static final String PASSWORD = "correct horse battery";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Signs in with an address; creates the account and the tenant of its domain if they are missing. */
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

    /** Signs in again with an account created here before: another device. */
    static SignedIn again(RunningServer server, String email) {
        HttpResponse<String> response = login(server, email, PASSWORD);
        if (response.statusCode() != 200) {
            throw new AssertionError(email + " was not let in: " + response.body());
        }
        JsonNode members = json(response);
        return new SignedIn(
                server,
                email,
                members.path("accountId").asText(),
                members.path("accessToken").asText());
    }

    /** Returns the response to a sign-in with a password. */
    static HttpResponse<String> login(RunningServer server, String email, String password, String... headers) {
        String body = JSON.createObjectNode()
                .put("email", email)
                .put("password", password)
                .toString();
        List<String> all = new ArrayList<>(List.of("Content-Type", "application/json"));
        all.addAll(List.of(headers));
        return server.send("POST", server.url() + "/auth/login", body, all.toArray(String[]::new));
    }

    /** Sends a request with the token to a path of the public interface. */
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

    @Override
    public String request(String json) {
        HttpResponse<String> response = post("/jmap", json);
        if (response.statusCode() != 200) {
            throw new AssertionError(response.statusCode() + " " + response.body());
        }
        return response.body();
    }

    @Override
    public String upload(byte[] bytes) {
        return BlobClient.of(this).store(bytes);
    }

    @Override
    public void await(String what, BooleanSupplier condition) {
        server.await(what, condition);
    }

    HttpResponse<String> get(String path) {
        return send("GET", path, "");
    }

    HttpResponse<String> post(String path, String json) {
        return send("POST", path, json);
    }

    /** Parses the body of a response. */
    static JsonNode json(HttpResponse<String> response) {
        try {
            return JSON.readTree(response.body());
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a ticket for a stream. */
    String streamTicket() {
        return json(post("/jmap/stream-ticket", "")).path("streamTicket").asText();
    }
}
