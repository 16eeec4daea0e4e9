package svc.launcher;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * An operation as the running server describes it ({@code svc help --json}), with its arguments in the form of each
 * interface.
 *
 * @param noun its noun
 * @param verb its verb, or an empty text
 * @param changes whether it changes anything
 * @param routes its routes
 * @param arguments its arguments
 */
record OfferedOperation(String noun, String verb, boolean changes, List<Route> routes, List<Argument> arguments) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** A method, a path below {@code /admin/v1} and the status of success. */
    record Route(String method, String path, int status) {}

    /** An argument. */
    record Argument(String name, String flag, String kind, boolean required, boolean positional, boolean piped) {}

    /** A request to the REST interface. */
    record Request(String path, String body) {}

    /** Returns all operations of a server. */
    static List<OfferedOperation> all(RunningServer server) {
        try {
            JsonNode all = JSON.readTree(server.command("", "help", "--json").out());
            return StreamSupport.stream(all.spliterator(), false)
                    .map(OfferedOperation::of)
                    .toList();
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static OfferedOperation of(JsonNode operation) {
        List<Route> routes = new ArrayList<>();
        operation
                .path("routes")
                .forEach(route -> routes.add(new Route(
                        route.path("method").asText(),
                        route.path("path").asText().substring("/admin/v1".length()),
                        route.path("status").asInt())));
        List<Argument> arguments = new ArrayList<>();
        operation
                .path("arguments")
                .forEach(argument -> arguments.add(new Argument(
                        argument.path("name").asText(),
                        argument.path("flag").asText(),
                        argument.path("kind").asText(),
                        argument.path("required").asBoolean(),
                        argument.path("positional").asBoolean(),
                        argument.path("piped").asBoolean())));
        return new OfferedOperation(
                operation.path("noun").asText(),
                operation.path("verb").asText(),
                operation.path("changes").asBoolean(),
                routes,
                arguments);
    }

    /** Returns the words of the command. */
    String command() {
        return (noun + " " + verb).strip();
    }

    /** Returns the request to one of its routes. */
    Request request(Route route, JsonNode given) {
        Map<String, JsonNode> rest = new LinkedHashMap<>();
        given.properties().forEach(e -> rest.put(e.getKey(), e.getValue()));
        StringBuilder path = new StringBuilder();
        for (String segment : route.path().substring(1).split("/", -1)) {
            JsonNode value = segment.startsWith("{") ? rest.remove(segment.substring(1, segment.length() - 1)) : null;
            path.append('/').append(value == null ? segment : encoded(value.asText()));
        }
        boolean body = route.method().equals("PUT") || route.method().equals("POST");
        if (!body && !rest.isEmpty()) {
            path.append('?').append(String.join("&", query(rest)));
        }
        return new Request(
                path.toString(),
                body && !rest.isEmpty() ? JSON.valueToTree(rest).toString() : "");
    }

    /** Calls one of its routes. */
    HttpResponse<String> rest(RunningServer server, Route route, JsonNode given) {
        Request request = request(route, given);
        return server.admin(route.method(), request.path(), request.body());
    }

    private static List<String> query(Map<String, JsonNode> arguments) {
        List<String> pairs = new ArrayList<>();
        arguments.forEach(
                (name, value) -> texts(value).forEach(text -> pairs.add(encoded(name) + "=" + encoded(text))));
        return pairs;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Returns the words of the command line after {@code svc}. */
    List<String> words(JsonNode given) {
        List<String> words = new ArrayList<>(List.of(command().split(" ", -1)));
        for (Argument argument : arguments) {
            JsonNode value = given.path(argument.name());
            if (!value.isMissingNode()) {
                words.addAll(words(argument, value));
            }
        }
        words.add("--json");
        return words;
    }

    private static List<String> words(Argument argument, JsonNode value) {
        if (argument.piped()) {
            return List.of(argument.flag());
        } else if (argument.positional()) {
            return List.of(value.asText());
        } else if (argument.kind().equals("truth")) {
            return List.of(argument.flag() + "=" + value.asText());
        }
        return texts(value).stream()
                .flatMap(text -> Stream.of(argument.flag(), text))
                .toList();
    }

    /** Returns the standard input of the command. */
    String input(JsonNode given) {
        return arguments.stream()
                .filter(Argument::piped)
                .map(argument -> given.path(argument.name()))
                .filter(value -> !value.isMissingNode())
                .map(value -> value.isTextual() ? value.asText() : value.toString())
                .findFirst()
                .orElse("");
    }

    private static List<String> texts(JsonNode value) {
        if (value.isArray()) {
            return StreamSupport.stream(value.spliterator(), false)
                    .map(JsonNode::asText)
                    .toList();
        } else if (value.isObject()) {
            return value.properties().stream()
                    .map(e -> e.getKey() + "=" + e.getValue().asText())
                    .toList();
        }
        return Stream.of(value.asText()).toList();
    }
}
