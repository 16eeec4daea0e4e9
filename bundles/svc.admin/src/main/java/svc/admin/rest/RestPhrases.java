package svc.admin.rest;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import svc.api.operation.AdminRoute;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Parameter;

/**
 * Rewrites error messages of operations for REST responses: replaces each command by the HTTP request, and each flag by
 * the name of the JSON member or query parameter. A command without a route is not changed. For example, {@code svc
 * account list --q ann} becomes {@code GET /admin/v1/accounts?q=ann}.
 *
 * @param declarations the declarations of all operations
 */
record RestPhrases(Collection<Declaration> declarations) {

    private static final Pattern COMMAND = Pattern.compile("`?\\bsvc ([a-z][a-z-]*)(?: ([a-z][a-z-]*))?"
            + "((?: (?:--[a-z-]+(?:[ =](?!or\\b|and\\b)[^\\s,;`]*[^\\s,;`.])?|[A-Z]{2,}))*)`?");
    private static final Pattern FLAG =
            Pattern.compile("--([a-z][a-z-]*)(?:[ =](?!or\\b|and\\b)([^\\s,;`]*[^\\s,;`.]))?");
    private static final String INPUT = "-stdin";

    /** Returns the JSON members of a problem document with rewritten error messages. */
    Map<String, Object> members(Map<String, Object> problem, Optional<Declaration> run) {
        Map<String, Object> members = new LinkedHashMap<>(problem);
        members.computeIfPresent("detail", (name, text) -> of(String.valueOf(text), run));
        if (problem.get("errors") instanceof List<?> errors) {
            members.put(
                    "errors", errors.stream().map(error -> error(error, run)).toList());
        }
        return members;
    }

    private Object error(Object error, Optional<Declaration> run) {
        Map<String, Object> members = new LinkedHashMap<>();
        ((Map<?, ?>) error)
                .forEach((name, text) -> members.put(
                        String.valueOf(name),
                        "reason".equals(name) ? of(String.valueOf(text), run) : String.valueOf(text)));
        return members;
    }

    /** Returns the rewritten error message. */
    String of(String text, Optional<Declaration> run) {
        String requests = COMMAND.matcher(text).replaceAll(match -> Matcher.quoteReplacement(request(match)));
        return FLAG.matcher(requests).replaceAll(match -> {
            String value = match.group(2) == null ? "" : " " + match.group(2);
            return Matcher.quoteReplacement(name(match.group(1), run) + value);
        });
    }

    private String request(MatchResult match) {
        String verb = match.group(2) == null ? "" : match.group(2);
        Optional<Declaration> named = find(match.group(1), verb);
        Optional<Declaration> bare = named.isPresent() ? named : find(match.group(1), "");
        String rest = named.isPresent() || verb.isEmpty() ? "" : " " + verb + match.group(3);
        return bare.flatMap(one -> one.routes().stream().findFirst().map(route -> request(one, route, match.group(3))))
                .map(request -> request + rest)
                .orElse(match.group());
    }

    private Optional<Declaration> find(String noun, String verb) {
        return declarations.stream()
                .filter(one -> one.noun().equals(noun) && one.verb().equals(verb))
                .findFirst();
    }

    private static String request(Declaration declaration, AdminRoute route, String flags) {
        boolean query = route.method().equals("GET") || route.method().equals("DELETE");
        List<String> given = new ArrayList<>();
        FLAG.matcher(flags).results().forEach(flag -> {
            String name = name(flag.group(1), Optional.of(declaration));
            given.add(query && flag.group(2) != null ? name + "=" + flag.group(2) : name);
        });
        String path = route.method() + " " + AdminServlet.BASE + route.path();
        if (given.isEmpty()) {
            return path;
        }
        return query ? path + "?" + String.join("&", given) : path + " with " + String.join(" and ", given);
    }

    private static String name(String flag, Optional<Declaration> run) {
        String bare = flag.endsWith(INPUT) ? flag.substring(0, flag.length() - INPUT.length()) : flag;
        return run.stream()
                .flatMap(declaration -> declaration.parameters().stream())
                .filter(parameter -> parameter.flag().equals(bare))
                .map(Parameter::name)
                .findFirst()
                .orElse(bare.replace('-', '_'));
    }
}
