package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** An interface to operations. Each returns the JSON of the result or of the refusal; a 204 has none. */
enum OperationInterface {
    /** The REST interface. */
    REST {
        @Override
        JsonNode run(RunningServer server, OfferedOperation operation, JsonNode given) {
            OfferedOperation.Route route = operation.routes().get(0);
            HttpResponse<String> response = operation.rest(server, route, given);
            if (response.statusCode() == 204) {
                assertThat(response.body()).isEmpty();
                return JSON.missingNode();
            }
            JsonNode received = json(response.body());
            assertThat(response.statusCode())
                    .as(operation.command() + ": " + response.body())
                    .isEqualTo(
                            received.path("type").asText().startsWith("urn:svc:problem:")
                                    ? received.path("status").asInt()
                                    : route.status());
            return received;
        }
    },

    /** The command line, over the socket. */
    COMMAND {
        @Override
        JsonNode run(RunningServer server, OfferedOperation operation, JsonNode given) {
            SvcCommand.Finished finished = server.command(
                    operation.input(given), operation.words(given).toArray(String[]::new));
            JsonNode received = json(finished.out());
            boolean refused = received.path("type").asText().startsWith("urn:svc:problem:");
            assertThat(finished.exit() != 0)
                    .as(operation.command() + ": " + finished)
                    .isEqualTo(refused || (operation.command().equals("doctor") && finished.exit() == 1));
            assertThat(finished.err()).as(operation.command()).isEmpty();
            return received;
        }
    },

    /** The shell in the server. */
    GOGO {
        @Override
        JsonNode run(RunningServer server, OfferedOperation operation, JsonNode given) {
            String input = operation.input(given);
            String line = "svc:"
                    + operation.words(given).stream()
                            .map(OperationInterface::escaped)
                            .collect(Collectors.joining(" "));
            try {
                Path file = Files.createTempFile("svc-input", ".txt");
                Files.writeString(file, input);
                SvcCommand.Finished finished = new Gogo(server).say(input.isEmpty() ? line : line + " < " + file);
                Files.delete(file);
                assertThat(finished.err()).as(line).isEmpty();
                return json(finished.out());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    };

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Runs an operation with arguments. */
    abstract JsonNode run(RunningServer server, OfferedOperation operation, JsonNode given);

    /** Gogo evaluates expressions and other quotes even within quotes. */
    private static String escaped(String word) {
        return word.replaceAll("[^\\w-]", "\\\\$0");
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new AssertionError("No JSON: " + text, e);
        }
    }
}
