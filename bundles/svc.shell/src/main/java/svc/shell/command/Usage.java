package svc.shell.command;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Kind;
import svc.api.operation.Operations.Parameter;

/** Builds help texts from the declarations. */
final class Usage {

    /** The commands that are not operations: those of the launcher, the start script or the command line itself. */
    static final List<String> OWN = List.of("init", "run", "shell", "completion", "archive", "help");

    private Usage() {}

    /** Returns the given commands with their arguments. */
    static String detailed(List<Declaration> declarations) {
        return declarations.stream().map(Usage::detailed).collect(Collectors.joining("\n"));
    }

    private static String detailed(Declaration declaration) {
        StringBuilder text = new StringBuilder(line(declaration) + "\n    " + declaration.help() + "\n");
        int width = declaration.parameters().stream()
                .mapToInt(p -> form(p).length())
                .max()
                .orElse(0);
        for (Parameter parameter : declaration.parameters()) {
            text.append("    " + Table.pad(form(parameter), width) + "  " + meaning(parameter) + "\n");
        }
        if (declaration.offline()) {
            text.append("    Works while the server is down")
                    .append(declaration.needsStore() ? "; it then applies pending migrations first.\n" : ".\n");
        }
        declaration
                .routes()
                .forEach(route -> text.append("    REST: " + route.method() + " /admin/v1" + route.path() + "\n"));
        return text.toString();
    }

    /** Returns the usage, such as {@code svc ban remove IP [--note TEXT]}. */
    static String line(Declaration declaration) {
        return command(declaration)
                + declaration.parameters().stream()
                        .map(p -> p.required() ? " " + form(p) : " [" + form(p) + "]")
                        .collect(Collectors.joining());
    }

    private static String command(Declaration declaration) {
        return ("svc " + declaration.noun() + " " + declaration.verb()).strip();
    }

    private static String form(Parameter parameter) {
        if (parameter.positional()) {
            String word = parameter.flag().toUpperCase(Locale.ROOT);
            return parameter.kind() == Kind.LIST ? word + "…" : word;
        }
        String flag = "--" + parameter.flag();
        if (parameter.readsStandardInput()) {
            return flag + "-stdin";
        }
        return switch (parameter.kind()) {
            case BOOLEAN -> "--[no-]" + parameter.flag();
            case NUMBER -> flag + (parameter.size() ? " SIZE" : " NUMBER");
            case FILE -> flag + " FILE";
            case MAP, VALUES -> flag + " KEY=VALUE";
            case LIST -> flag + " TEXT…";
            case TEXT, RECORDS -> flag + " TEXT";
        };
    }

    private static String meaning(Parameter parameter) {
        String choices = parameter.choices().isEmpty() ? "" : " One of " + String.join(", ", parameter.choices()) + ".";
        String standard = parameter.standard().map(s -> " Otherwise " + s + ".").orElse("");
        String secret = parameter.readsStandardInput() ? " Read from standard input." : "";
        String more = choices + standard + secret;
        boolean open = !more.isEmpty()
                && !parameter.help().isEmpty()
                && !parameter.help().endsWith(".");
        return (parameter.help() + (open ? "." : "") + more).strip();
    }
}
