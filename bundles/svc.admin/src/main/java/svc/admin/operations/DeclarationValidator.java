package svc.admin.operations;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import svc.api.operation.AdminRoute;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Kind;
import svc.api.operation.Operations.Parameter;

/** Validates the declaration of an operation, so that REST and command line can offer it. */
final class DeclarationValidator {

    private static final Set<String> OWN_NOUNS = Set.of("help", "shell", "run", "init");
    private static final Set<String> OWN_FLAGS = Set.of("json", "home", "url", "token_file", "set", "help");
    private static final Set<String> METHODS = Set.of("GET", "PUT", "POST", "DELETE");
    private static final String WORD = "[a-z][a-z0-9-]*";

    private DeclarationValidator() {}

    /** Returns the declaration, or throws {@link InvalidOperationException}. */
    static Declaration validated(Declaration declaration) {
        String noun = declaration.noun();
        String verb = declaration.verb();
        List<Parameter> parameters = declaration.parameters();
        demand(
                noun.matches(WORD) && !OWN_NOUNS.contains(noun),
                "its noun is not a word of lower-case letters or is already used");
        demand(verb.isEmpty() || verb.matches(WORD), "its verb is not a word of lower-case letters");
        for (Parameter parameter : parameters) {
            String name = parameter.name();
            demand(!OWN_FLAGS.contains(name), "its argument " + name + " has a name of the command line itself");
            demand(!parameter.secret() || parameter.kind() == Kind.TEXT, "its secret " + name + " is not a text");
            demand(!parameter.secret() || !parameter.positional(), "its secret " + name + " would be positional");
        }
        Set<String> flags = new HashSet<>();
        parameters.forEach(p -> demand(flags.add(p.flag()), "two of its arguments have the flag --" + p.flag()));
        demandPositionals(parameters.stream().filter(Parameter::positional).toList());
        declaration.routes().forEach(route -> demandRoute(route, parameters));
        return declaration;
    }

    private static void demandPositionals(List<Parameter> words) {
        for (int i = 0; i < words.size(); i++) {
            Parameter word = words.get(i);
            boolean last = i == words.size() - 1;
            demand(
                    word.kind() != Kind.MAP && word.kind() != Kind.VALUES,
                    "its positional argument " + word.name() + " is a map");
            demand(last || word.kind() != Kind.LIST, "its positional arguments " + word.name() + " are not the last");
            demand(
                    last || word.required() || !words.get(i + 1).required(),
                    "its positional argument " + word.name() + " is optional but precedes a required one");
        }
    }

    private static void demandRoute(AdminRoute route, List<Parameter> parameters) {
        demand(METHODS.contains(route.method()), "its route has the method " + route.method());
        demand(route.status() >= 200 && route.status() < 300, "the status of its route is not a success");
        demand(route.path().matches("(/([a-z0-9-]+|\\{[a-z0-9_]+}))+"), "the path of its route is not well-formed");
        Set<String> inPath = new HashSet<>(PathTemplate.of(route.path()).names());
        for (Parameter parameter : parameters) {
            boolean fitsSegment = parameter.kind() == Kind.TEXT || parameter.kind() == Kind.NUMBER;
            demand(
                    !inPath.remove(parameter.name()) || (fitsSegment && !parameter.secret()),
                    "its argument " + parameter.name() + " cannot be part of a path");
            demand(
                    parameter.kind() != Kind.FILE || !parameter.required(),
                    "its file " + parameter.name() + " cannot be sent to its route");
            boolean inUrl = route.method().equals("GET") || route.method().equals("DELETE");
            demand(!parameter.secret() || !inUrl, "its secret " + parameter.name() + " would be part of a URL");
        }
        demand(inPath.isEmpty(), "its route names an argument that does not exist");
    }

    private static void demand(boolean well, String otherwise) {
        if (!well) {
            throw new InvalidOperationException(otherwise);
        }
    }
}
