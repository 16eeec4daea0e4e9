package svc.shell;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Kind;
import svc.api.operation.Operations.Parameter;

/** Help, made from the declarations. */
final class Usage {

    private Usage() {}

    /** All commands. */
    static String all(List<Declaration> declarations) {
        return "Usage: svc NOUN VERB [ARGUMENTS] [--home DIR] [--json]\n\n"
                + commands(declarations)
                + "\nAlso:\n"
                + "  svc init           make a home with a commented svc.toml; needs --home DIR, takes what tenant create takes\n"
                + "  svc run            start the server; --set section.key=value sets a value for this run\n"
                + "  svc help NOUN      what can be done with something, and with which arguments\n"
                + "  svc shell          talk to the running server line by line\n"
                + "  --json             print JSON instead of text\n"
                + "  --url URL --token-file FILE\n"
                + "                     run a command that has a REST route on another machine\n"
                + "\nExit codes: 0 done, 1 refused, 2 wrong usage, 3 no server answers.\n";
    }

    /** Some commands with their arguments. */
    static String detailed(List<Declaration> declarations) {
        return declarations.stream().map(Usage::detailed).collect(Collectors.joining("\n"));
    }

    private static String commands(List<Declaration> declarations) {
        int width =
                declarations.stream().mapToInt(d -> command(d).length()).max().orElse(0);
        return declarations.stream()
                .map(d -> "  " + pad(command(d), width) + "  " + d.help() + "\n")
                .collect(Collectors.joining());
    }

    private static String detailed(Declaration declaration) {
        StringBuilder text = new StringBuilder(line(declaration) + "\n    " + declaration.help() + "\n");
        int width = declaration.parameters().stream()
                .mapToInt(p -> form(p).length())
                .max()
                .orElse(0);
        for (Parameter parameter : declaration.parameters()) {
            text.append("    ")
                    .append(pad(form(parameter), width))
                    .append("  ")
                    .append(meaning(parameter))
                    .append('\n');
        }
        if (declaration.offline()) {
            text.append("    Works while the server is down")
                    .append(declaration.needsStore() ? "; it then applies pending migrations first.\n" : ".\n");
        }
        declaration
                .routes()
                .forEach(route -> text.append("    REST: ")
                        .append(route.method())
                        .append(" /admin/v1")
                        .append(route.path())
                        .append('\n'));
        return text.toString();
    }

    /** {@code svc ban remove IP [--note TEXT]}. */
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
        if (parameter.piped()) {
            return flag + "-stdin";
        }
        return switch (parameter.kind()) {
            case TRUTH -> "--[no-]" + parameter.flag();
            case NUMBER -> flag + " NUMBER";
            case FILE -> flag + " FILE";
            case MAP, VALUES -> flag + " KEY=VALUE";
            case LIST -> flag + " TEXT…";
            case TEXT, RECORDS -> flag + " TEXT";
        };
    }

    private static String meaning(Parameter parameter) {
        String choices = parameter.choices().isEmpty() ? "" : " One of " + String.join(", ", parameter.choices()) + ".";
        String standard = parameter.standard().map(s -> " Otherwise " + s + ".").orElse("");
        String secret = parameter.piped() ? " Read from standard input." : "";
        String more = choices + standard + secret;
        boolean open = !more.isEmpty()
                && !parameter.help().isEmpty()
                && !parameter.help().endsWith(".");
        return (parameter.help() + (open ? "." : "") + more).strip();
    }

    private static String pad(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }
}
