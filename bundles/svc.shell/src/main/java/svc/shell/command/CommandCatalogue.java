package svc.shell.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import svc.api.operation.AdminRoute;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Kind;
import svc.api.operation.Operations.Parameter;

/** Builds the result of {@code svc help --json}: the offered operations in machine-readable form. */
final class CommandCatalogue {

    private CommandCatalogue() {}

    static List<Object> of(List<Declaration> declarations) {
        return declarations.stream().<Object>map(CommandCatalogue::operation).toList();
    }

    private static Map<String, Object> operation(Declaration declaration) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("noun", declaration.noun());
        members.put("verb", declaration.verb());
        members.put("help", declaration.help());
        members.put("changes", declaration.changes());
        members.put("offline", declaration.offline());
        members.put(
                "routes",
                declaration.routes().stream().map(CommandCatalogue::route).toList());
        members.put(
                "arguments",
                declaration.parameters().stream()
                        .map(CommandCatalogue::argument)
                        .toList());
        return members;
    }

    private static Map<String, Object> route(AdminRoute route) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("method", route.method());
        members.put("path", "/admin/v1" + route.path());
        members.put("status", route.status());
        return members;
    }

    private static Map<String, Object> argument(Parameter parameter) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("name", parameter.name());
        members.put("flag", "--" + parameter.flag() + (parameter.readsStandardInput() ? "-stdin" : ""));
        members.put("kind", kind(parameter.kind()));
        members.put("required", parameter.required());
        members.put("positional", parameter.positional());
        members.put("piped", parameter.readsStandardInput());
        parameter.standard().ifPresent(standard -> members.put("default", standard));
        members.put("choices", parameter.choices());
        members.put("help", parameter.help());
        return members;
    }

    /** Returns the word of a kind. Clients depend on these words since release 0.30. */
    private static String kind(Kind kind) {
        return kind == Kind.BOOLEAN ? "truth" : kind.name().toLowerCase(Locale.ROOT);
    }
}
