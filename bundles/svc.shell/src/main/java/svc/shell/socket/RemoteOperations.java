package svc.shell.socket;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.audit.Actor;
import svc.api.json.Json;
import svc.api.json.JsonException;
import svc.api.operation.AdminRoute;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.FieldError;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.Operations;
import svc.api.operation.Progress;
import svc.shell.command.CommandException;
import svc.shell.command.ExitCodes;

/** Runs locally declared operations through the REST interface of another server. */
final class RemoteOperations implements Operations {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration ANSWER = Duration.ofMinutes(2);

    private final Operations declared;
    private final Json.Binding binding;
    private final URI base;
    private final String token;

    RemoteOperations(Operations declared, Json json, URI base, String token) {
        this.declared = declared;
        this.binding = json.binding(Json.Names.EXACT);
        this.base = base;
        this.token = token;
    }

    @Override
    public List<Declaration> declarations() {
        return declared.declarations().stream()
                .filter(d -> !d.routes().isEmpty())
                .toList();
    }

    @Override
    public Optional<Declaration> find(String noun, String verb) {
        return declared.find(noun, verb);
    }

    @Override
    public Outcome run(Declaration declaration, Map<String, Object> arguments, Actor actor, Progress progress) {
        AdminRoute route = declaration.routes().stream()
                .findFirst()
                .orElseThrow(
                        () -> CommandException.usage("This command has no REST route, so it runs only on the machine"
                                + " of the server. Leave out --url there."));
        HttpResponse<String> answer = send(request(route, declaration, arguments));
        if (answer.statusCode() == 204) {
            return new Outcome(Map.of(), ExitCodes.OK);
        }
        Object value = json(answer.body());
        boolean success = answer.statusCode() >= 200 && answer.statusCode() < 300;
        if (success && value != null) {
            return new Outcome(value, ExitCodes.OK);
        }
        throw problem(value, answer.statusCode());
    }

    private HttpRequest request(AdminRoute route, Declaration declaration, Map<String, Object> arguments) {
        Map<String, Object> rest = new LinkedHashMap<>(arguments);
        StringBuilder path = new StringBuilder();
        for (String segment : route.path().substring(1).split("/", -1)) {
            Object value = segment.startsWith("{") ? rest.remove(segment.substring(1, segment.length() - 1)) : segment;
            path.append('/').append(encoded(value == null ? "" : value.toString()));
        }
        boolean body = route.method().equals("PUT") || route.method().equals("POST");
        String query = body || rest.isEmpty() ? "" : "?" + query(rest);
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + "/admin/v1" + path + query))
                .timeout(ANSWER)
                .header("Authorization", "Bearer " + token);
        if (!body) {
            return request.method(route.method(), BodyPublishers.noBody()).build();
        }
        return request.header("Content-Type", "application/json")
                .method(route.method(), BodyPublishers.ofString(binding.text(typed(declaration, rest))))
                .build();
    }

    /**
     * Converts numbers and booleans to JSON types. Other text is sent unchanged, so that the server rejects it with its
     * usual error.
     */
    private Map<String, Object> typed(Declaration declaration, Map<String, Object> arguments) {
        Map<String, Object> typed = new LinkedHashMap<>(arguments);
        for (Parameter parameter : declaration.parameters()) {
            if (!(typed.get(parameter.name()) instanceof String text)) {
                continue;
            }
            if (parameter.kind() == Kind.NUMBER && text.matches("-?[0-9]{1,18}")) {
                typed.put(parameter.name(), Long.valueOf(text));
            } else if (parameter.kind() == Kind.BOOLEAN && (text.equals("true") || text.equals("false"))) {
                typed.put(parameter.name(), Boolean.valueOf(text));
            } else if (parameter.kind() == Kind.RECORDS) {
                typed.put(parameter.name(), records(text));
            }
        }
        return typed;
    }

    private Object records(String text) {
        try {
            Object plain = binding.read(text);
            return plain == null ? text : plain;
        } catch (JsonException e) {
            throw CommandException.usage("Standard input is not JSON: " + e.getMessage());
        }
    }

    private static String query(Map<String, Object> arguments) {
        return arguments.entrySet().stream()
                .flatMap(e -> {
                    if (e.getValue() instanceof List<?> list) {
                        return list.stream().map(v -> pair(e.getKey(), v));
                    } else if (e.getValue() instanceof Map<?, ?> map) {
                        return map.entrySet().stream().map(m -> pair(e.getKey(), m.getKey() + "=" + m.getValue()));
                    }
                    return java.util.stream.Stream.of(pair(e.getKey(), e.getValue()));
                })
                .collect(Collectors.joining("&"));
    }

    private static String pair(String name, Object value) {
        return encoded(name) + "=" + encoded(String.valueOf(value));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private HttpResponse<String> send(HttpRequest request) {
        HttpClient client = HttpClient.newBuilder().connectTimeout(PATIENCE).build();
        try {
            return client.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw CommandException.unreachable(
                    "No server answers at " + base
                            + ". Check that the URL is correct, that the server runs, and that its certificate is trusted here.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.unreachable("The command was interrupted before the server answered.");
        }
    }

    private @Nullable Object json(String body) {
        try {
            return body.isEmpty() ? null : binding.read(body);
        } catch (JsonException e) {
            return null;
        }
    }

    /** Converts the problem document of the other server to an exception. */
    private static RuntimeException problem(@Nullable Object answer, int status) {
        // A problem without its own type comes from the HTTP listener, not from the admin interface.
        if (answer instanceof Map<?, ?> problem
                && !"about:blank".equals(problem.get("type"))
                && problem.get("detail") instanceof String detail
                && problem.get("reason") instanceof String word) {
            for (Reason reason : Reason.values()) {
                if (reason.wireName().equals(word)) {
                    return new OperationException(reason, detail, errors(problem.get("errors")));
                }
            }
        }
        return CommandException.unreachable("What answers at that URL is no svc server (status " + status
                + "). Look whether the URL is the one of its admin interface.");
    }

    private static List<FieldError> errors(@Nullable Object errors) {
        return errors instanceof List<?> list
                ? list.stream()
                        .filter(Map.class::isInstance)
                        .map(e -> (Map<?, ?>) e)
                        .map(e -> new FieldError(String.valueOf(e.get("field")), String.valueOf(e.get("reason"))))
                        .toList()
                : List.of();
    }
}
