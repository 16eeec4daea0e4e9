package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

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
 * An extension whose jar is added to a running server and removed again, from its clients.
 *
 * @param client a signed-in client
 * @param jar the jar, outside of the folder for extensions
 * @param urn the capability
 */
record DroppedExtension(SignedIn client, Path jar, String urn) {

    /** The time limit until the session contains an added capability, and does not contain a removed one. */
    static final Duration SOON = Duration.ofSeconds(2);

    private static final int PER_SECOND = 200;
    private static final int MANY = 100;
    private static final String CORE = "urn:ietf:params:jmap:core";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Adds the jar; returns the time until the session contains the capability. */
    Duration drop() {
        try {
            Files.copy(jar, place(), StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return until(true);
    }

    /** Removes the jar; returns the time until the session no longer contains the capability. */
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

    private Duration until(boolean existing) {
        long start = System.nanoTime();
        client.server().await(urn + (existing ? " there" : " gone"), () -> offered() == existing);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Returns whether the session contains the capability. */
    boolean offered() {
        return session().path("capabilities").has(urn);
    }

    JsonNode session() {
        return SignedIn.json(client.get("/.well-known/jmap"));
    }

    String state() {
        return session().path("state").asText();
    }

    /**
     * Adds, calls and removes the extension several times, while others send 200 requests a second and none of them
     * fails.
     */
    void cycles(int times, String query) throws Exception {
        RunningServer server = client.server();
        try (SteadyLoad load = new SteadyLoad(
                PER_SECOND, SignedIn.as(server, "bob@example.org"), SignedIn.as(server, "cleo@example.org"))) {
            String state = state();
            for (int i = 0; i < times; i++) {
                assertThat(drop()).isLessThan(SOON);
                String with = state();
                assertThat(with).isNotEqualTo(state);
                assertThat(done(query, object()).path("ids")).isEmpty();
                assertThat(remove()).isLessThan(SOON);
                state = state();
                assertThat(state).isNotEqualTo(with);
            }
            assertThat(load.end()).isEmpty();
            System.out.printf("%s: %d times, %.0f requests a second beside it%n", urn, times, load.rate());
            // a short run begins with a cold server, and beside other tests
            double least = times < MANY ? PER_SECOND * 0.5 : PER_SECOND * 0.9;
            assertThat(load.rate()).as("requests a second").isGreaterThan(least);
        }
    }

    /** Sends one call with the id of the own account; returns the response with its name. */
    JsonNode call(String method, ObjectNode arguments) {
        ObjectNode request = JSON.createObjectNode();
        request.putArray("using").add(CORE).add(urn);
        arguments.put("accountId", client.accountId());
        ArrayNode call = request.putArray("methodCalls").addArray();
        call.add(method).add(arguments).add("c");
        HttpResponse<String> response = client.post("/jmap", request.toString());
        if (response.statusCode() != 200) {
            throw new AssertionError(method + ": " + response.statusCode() + " " + response.body());
        }
        return SignedIn.json(response).path("methodResponses").path(0);
    }

    /** Returns the arguments of the response to a call that must succeed. */
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
