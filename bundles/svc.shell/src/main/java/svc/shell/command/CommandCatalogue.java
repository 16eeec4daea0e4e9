package svc.shell;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Parameter;
import svc.api.operation.Route;

/** {@code svc help --json}: what the server offers now, for programs. */
final class Listing {

    private Listing() {}

    static List<Object> of(List<Declaration> declarations) {
        return declarations.stream().<Object>map(Listing::operation).toList();
    }

    private static Map<String, Object> operation(Declaration declaration) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("noun", declaration.noun());
        members.put("verb", declaration.verb());
        members.put("help", declaration.help());
        members.put("changes", declaration.changes());
        members.put("offline", declaration.offline());
        members.put("routes", declaration.routes().stream().map(Listing::route).toList());
        members.put(
                "arguments",
                declaration.parameters().stream().map(Listing::argument).toList());
        return members;
    }

    private static Map<String, Object> route(Route route) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("method", route.method());
        members.put("path", "/admin/v1" + route.path());
        members.put("status", route.status());
        return members;
    }

    private static Map<String, Object> argument(Parameter parameter) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", parameter.name());
        members.put("flag", "--" + parameter.flag() + (parameter.piped() ? "-stdin" : ""));
        members.put("kind", parameter.kind().name().toLowerCase(Locale.ROOT));
        members.put("required", parameter.required());
        members.put("positional", parameter.positional());
        members.put("piped", parameter.piped());
        parameter.standard().ifPresent(standard -> members.put("default", standard));
        members.put("choices", parameter.choices());
        members.put("help", parameter.help());
        return members;
    }
}
