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

/** A way to an operation. Each answers with the JSON that it gives, a refusal's too; a 204 has none. */
enum Front {
    /** The REST interface. */
    REST {
        @Override
        JsonNode run(RunningServer server, Offered operation, JsonNode given) {
            Offered.Route route = operation.routes().get(0);
            HttpResponse<String> answer = operation.rest(server, route, given);
            if (answer.statusCode() == 204) {
                assertThat(answer.body()).isEmpty();
                return JSON.missingNode();
            }
            JsonNode told = json(answer.body());
            assertThat(answer.statusCode())
                    .as(operation.command() + ": " + answer.body())
                    .isEqualTo(
                            told.path("type").asText().startsWith("urn:svc:problem:")
                                    ? told.path("status").asInt()
                                    : route.status());
            return told;
        }
    },

    /** The command line, over the socket. */
    COMMAND {
        @Override
        JsonNode run(RunningServer server, Offered operation, JsonNode given) {
            SvcCommand.Finished finished = server.command(
                    operation.input(given), operation.words(given).toArray(String[]::new));
            JsonNode told = json(finished.out());
            boolean refused = told.path("type").asText().startsWith("urn:svc:problem:");
            assertThat(finished.exit() != 0)
                    .as(operation.command() + ": " + finished)
                    .isEqualTo(refused || (operation.command().equals("doctor") && finished.exit() == 1));
            assertThat(finished.err()).as(operation.command()).isEmpty();
            return told;
        }
    },

    /** The shell in the server. */
    GOGO {
        @Override
        JsonNode run(RunningServer server, Offered operation, JsonNode given) {
            String input = operation.input(given);
            String line =
                    "svc:" + operation.words(given).stream().map(Front::escaped).collect(Collectors.joining(" "));
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

    /** Gives an operation its arguments. */
    abstract JsonNode run(RunningServer server, Offered operation, JsonNode given);

    /** In its quotes Gogo still looks for expressions and quotes of the other kind. */
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
