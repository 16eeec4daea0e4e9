package svc.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;

/**
 * A capability whose jar is put into the extensions of a running server and taken out again, as its clients see it.
 *
 * @param client somebody who is signed in
 * @param jar the jar, somewhere else
 * @param urn the capability
 */
record DroppedIn(SignedIn client, Path jar, String urn) {

    private static final String CORE = "urn:ietf:params:jmap:core";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Puts it in; how long it took until the session named it. */
    Duration drop() {
        try {
            Files.copy(jar, place(), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return until(true);
    }

    /** Takes it out; how long it took until the session did not name it any more. */
    Duration remove() {
        try {
            Files.delete(place());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return until(false);
    }

    private Path place() {
        return client.server().home().resolve("extensions").resolve(jar.getFileName());
    }

    private Duration until(boolean there) {
        long start = System.nanoTime();
        client.server().await(urn + (there ? " there" : " gone"), () -> offered() == there);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Whether the session names it. */
    boolean offered() {
        return session().path("capabilities").has(urn);
    }

    JsonNode session() {
        return SignedIn.json(client.get("/.well-known/jmap"));
    }

    String state() {
        return session().path("state").asText();
    }

    /** Sends one call with the own account's id; its response, name and all. */
    JsonNode call(String method, ObjectNode arguments) {
        ObjectNode request = JSON.createObjectNode();
        request.putArray("using").add(CORE).add(urn);
        arguments.put("accountId", client.accountId());
        ArrayNode call = request.putArray("methodCalls").addArray();
        call.add(method).add(arguments).add("c");
        HttpResponse<String> answer = client.post("/jmap", request.toString());
        if (answer.statusCode() != 200) {
            throw new AssertionError(method + ": " + answer.statusCode() + " " + answer.body());
        }
        return SignedIn.json(answer).path("methodResponses").path(0);
    }

    /** The arguments of the response to a call that must not fail. */
    JsonNode done(String method, ObjectNode arguments) {
        JsonNode response = call(method, arguments);
        if (!response.path(0).asText().equals(method)) {
            throw new AssertionError(response.toString());
        }
        return response.path(1);
    }

    static ObjectNode object() {
        return JSON.createObjectNode();
    }
}
