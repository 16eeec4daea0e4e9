package svc.shell.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Kind;
import svc.api.operation.Operations.Parameter;

/**
 * Builds the result of {@code svc completion}. For {@code bash}, {@code zsh} and {@code fish}, the result is a
 * completion script that contains the commands and options of all operations. For {@code words}, the result is one line
 * per command with its options, which {@code svc shell} reads; the choices of an option follow an equals sign.
 */
final class Completion {

    private static final List<String> SHELLS = List.of("bash", "zsh", "fish");
    private static final Map<String, String> OWN_OPTIONS = Map.of("run", "--home --set", "init", "--home");

    private Completion() {}

    static String script(List<String> words, List<Declaration> declarations) {
        String shell = words.size() == 1 ? words.get(0) : "";
        if (shell.equals("words")) {
            return declarations.stream().map(Completion::line).collect(Collectors.joining());
        } else if (!SHELLS.contains(shell)) {
            throw CommandException.usage("Name a shell: svc completion " + String.join(" | ", SHELLS) + ".");
        }
        return switch (shell) {
            case "bash" -> filled("bash", declarations, "\"%s\") echo \"%s\" ;;", "    ");
            case "zsh" -> filled("zsh", declarations, "\"%s\") reply=(%s) ;;", "    ");
            default -> filled("fish", declarations, "case '%s'\n            string split ' ' -- '%s'", "        ");
        };
    }

    private static String line(Declaration declaration) {
        String options = options(declaration)
                .map(parameter -> " " + flag(parameter)
                        + (parameter.choices().isEmpty() ? "" : "=" + String.join(",", parameter.choices())))
                .collect(Collectors.joining());
        return command(declaration) + options + "\n";
    }

    /**
     * Fills the template of a shell with its tables: verbs by noun, options by command, choices by command and option.
     */
    private static String filled(String shell, List<Declaration> declarations, String entry, String indent) {
        Map<String, String> verbs = new TreeMap<>();
        declarations.stream()
                .filter(declaration -> !declaration.verb().isEmpty())
                .forEach(d -> verbs.merge(d.noun(), d.verb(), (before, verb) -> before + " " + verb));
        verbs.put("completion", String.join(" ", SHELLS));
        Map<String, String> options = new TreeMap<>(OWN_OPTIONS);
        Map<String, String> choices = new TreeMap<>();
        for (Declaration declaration : declarations) {
            put(options, command(declaration), options(declaration).map(Completion::flag));
            options(declaration).forEach(p -> put(choices, command(declaration) + " " + flag(p), p.choices().stream()));
            declaration.parameters().stream()
                    .filter(Parameter::positional)
                    .forEach(p -> put(choices, command(declaration), p.choices().stream()));
        }
        Set<String> nouns = new TreeSet<>(Usage.OWN);
        declarations.forEach(declaration -> nouns.add(declaration.noun()));
        Function<Map<String, String>, String> cases = table -> table.entrySet().stream()
                .map(row -> indent + entry.formatted(row.getKey(), row.getValue()))
                .collect(Collectors.joining("\n"));
        return template(shell)
                .replace("@NOUNS@", String.join(" ", nouns))
                .replace("@VERBS@", cases.apply(verbs))
                .replace("@OPTIONS@", cases.apply(options))
                .replace("@CHOICES@", cases.apply(choices));
    }

    private static void put(Map<String, String> table, String key, Stream<String> words) {
        String joined = words.collect(Collectors.joining(" "));
        if (!joined.isEmpty()) {
            table.put(key, joined);
        }
    }

    private static Stream<Parameter> options(Declaration declaration) {
        return declaration.parameters().stream().filter(parameter -> !parameter.positional());
    }

    private static String flag(Parameter parameter) {
        return "--" + parameter.flag()
                + (parameter.readsStandardInput() && parameter.kind() != Kind.RECORDS ? "-stdin" : "");
    }

    private static String command(Declaration declaration) {
        return (declaration.noun() + " " + declaration.verb()).strip();
    }

    private static String template(String shell) {
        try (InputStream in = Completion.class.getResourceAsStream("completion." + shell)) {
            if (in == null) {
                throw new IllegalStateException("no completion." + shell + " in the bundle");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
