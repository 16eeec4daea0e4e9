package svc.core.dispatch;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.MethodError;
import svc.api.json.Json;
import svc.api.json.Json.Match;
import svc.api.json.JsonPointer;
import svc.core.dispatch.RequestContext.Result;
import svc.core.objects.Quoting;

/** Resolves result references: replaces {@code #} arguments by values from earlier responses (RFC 8620 §3.7). */
final class ResultReferences {

    private static final String MARK = "#";

    private final Json json;

    ResultReferences(Json json) {
        this.json = json;
    }

    /** Returns the ids of the calls that other calls refer to. Only their results are kept. */
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

    /** Returns the arguments with all references resolved. */
    Map<String, @Nullable Object> resolve(
            Map<String, @Nullable Object> arguments, Map<String, Result> results, ResultReferenceBudget budget) {
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
                throw MethodError.invalidArguments("The argument " + Quoting.quoted(plain)
                        + " is present both in plain form and as a result reference.");
            }
            resolved.put(plain, find(name, value, results, budget));
        });
        return resolved;
    }

    private @Nullable Object find(
            String name, @Nullable Object value, Map<String, Result> results, ResultReferenceBudget budget) {
        if (!(value instanceof Map<?, ?> reference)
                || !(reference.get("resultOf") instanceof String id)
                || !(reference.get("name") instanceof String method)
                || !(reference.get("path") instanceof String path)) {
            throw MethodError.invalidArguments(
                    "The argument " + Quoting.quoted(name) + " must be an object with resultOf, name and path.");
        }
        Result result = results.get(id);
        if (result == null) {
            throw bad("No call with the id " + Quoting.quoted(id) + " precedes this one.");
        }
        if (!result.method().equals(method) || result.json().isEmpty()) {
            throw bad("The call " + Quoting.quoted(id) + " was answered by " + result.method() + ", not by "
                    + Quoting.quoted(method) + ".");
        }
        budget.addSearch(result.json().get(0).length);
        // the path can lead to a null, which is a valid value
        Optional<Match> selected =
                JsonPointer.steps(path).flatMap(steps -> json.find(result.json().get(0), steps));
        Object found = selected.orElseThrow(() -> bad("The path " + Quoting.quoted(path)
                        + " matches nothing in the result of " + Quoting.quoted(id) + "."))
                .value();
        budget.addValue(found);
        return found;
    }

    private static MethodError bad(String description) {
        return new MethodError("invalidResultReference", description);
    }
}
