package svc.core;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.json.Json;
import svc.api.json.Json.Selected;
import svc.core.RunningRequest.Result;

/** Puts the results of earlier calls in the place of {@code #} arguments (RFC 8620 §3.7). */
final class References {

    private static final String MARK = "#";

    private final Json json;

    References(Json json) {
        this.json = json;
    }

    /** The ids of calls that others refer to, so that only their results are kept. */
    static Set<String> wanted(List<Invocation> calls) {
        Set<String> wanted = new HashSet<>();
        for (Invocation call : calls) {
            call.arguments().forEach((name, value) -> {
                if (name.startsWith(MARK)
                        && value instanceof Map<?, ?> reference
                        && reference.get("resultOf") instanceof String id) {
                    wanted.add(id);
                }
            });
        }
        return wanted;
    }

    /** The arguments with every reference resolved. */
    Map<String, @Nullable Object> resolve(
            Map<String, @Nullable Object> arguments, Map<String, Result> results, Brought brought) {
        if (arguments.keySet().stream().noneMatch(name -> name.startsWith(MARK))) {
            return arguments;
        }
        Map<String, @Nullable Object> resolved = new LinkedHashMap<>();
        arguments.forEach((name, value) -> {
            if (!name.startsWith(MARK)) {
                resolved.put(name, value);
                return;
            }
            String plain = name.substring(MARK.length());
            if (arguments.containsKey(plain)) {
                throw MethodError.invalidArguments(
                        "The argument " + Words.quoted(plain) + " is there both in plain form and as a reference.");
            }
            resolved.put(plain, find(name, value, results, brought));
        });
        return resolved;
    }

    private @Nullable Object find(String name, @Nullable Object value, Map<String, Result> results, Brought brought) {
        if (!(value instanceof Map<?, ?> reference)
                || !(reference.get("resultOf") instanceof String id)
                || !(reference.get("name") instanceof String method)
                || !(reference.get("path") instanceof String path)) {
            throw MethodError.invalidArguments(
                    "The argument " + Words.quoted(name) + " must be an object with resultOf, name and path.");
        }
        Result result = results.get(id);
        if (result == null) {
            throw bad("No call with the id " + Words.quoted(id) + " came before this one.");
        }
        if (!result.method().equals(method) || result.json().isEmpty()) {
            throw bad("The call " + Words.quoted(id) + " was answered by " + result.method() + ", not by "
                    + Words.quoted(method) + ".");
        }
        brought.looked(result.json().get(0).length);
        // A null that is really there is a value, too.
        Optional<Selected> selected =
                Pointer.steps(path).flatMap(steps -> json.select(result.json().get(0), steps));
        Object found = selected.orElseThrow(() -> bad("The path " + Words.quoted(path)
                        + " leads to nothing in the result of " + Words.quoted(id) + "."))
                .value();
        brought.took(found);
        return found;
    }

    private static MethodError bad(String description) {
        return new MethodError("invalidResultReference", description);
    }
}
