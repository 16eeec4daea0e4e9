package svc.shell.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import svc.api.operation.Operations.Declaration;

/** Builds the text of {@code svc help}: one line per noun, in groups; nouns of extensions come last. */
final class CommandOverview {

    private static final String COMPLETION = "completion";
    private static final String OTHERS = "Of extensions";

    /** The commands that are not operations, with their descriptions. */
    private static final Map<String, String> OWN = Map.of(
            "init",
            "Create a home with a commented svc.toml: svc init --help",
            "run",
            "Start the server: svc run --help",
            "shell",
            "Type commands to the running server, with history and completion",
            COMPLETION,
            "Print a completion script: svc completion bash|zsh|fish",
            "archive",
            "Create a start-up archive for this Java, for faster starts",
            "help",
            "svc help NOUN [VERB]: what it does, and its arguments");

    private static final List<Group> GROUPS = List.of(
            new Group(
                    "Server",
                    List.of(
                            "init",
                            "run",
                            "status",
                            "stop",
                            "shutdown",
                            "doctor",
                            "logs",
                            "config",
                            "version",
                            "stats")),
            new Group(
                    "Organizations and accounts",
                    List.of("tenant", "domain", "alias", "account", "app-password", "session", "operator", "audit")),
            new Group("Mail", List.of("mail", "queue", "search")),
            new Group("Protection", List.of("ban", "whitelist")),
            new Group("Data", List.of("blobs", "job", "schema", "schema-check")),
            new Group("Extensions", List.of("bundle", "capability")),
            new Group("This command", List.of("help", "shell", COMPLETION, "archive")));

    private CommandOverview() {}

    private record Group(String title, List<String> nouns) {}

    static String of(List<Declaration> declarations) {
        Map<String, String> lines = new TreeMap<>(OWN);
        declarations.stream()
                .collect(Collectors.groupingBy(Declaration::noun))
                .forEach((noun, of) -> lines.put(noun, line(of)));
        Map<String, List<String>> groups = new LinkedHashMap<>();
        for (Group group : GROUPS) {
            groups.put(
                    group.title(),
                    group.nouns().stream().filter(lines::containsKey).toList());
        }
        List<String> others = new ArrayList<>(lines.keySet());
        groups.values().forEach(others::removeAll);
        groups.put(OTHERS, others);
        int width = lines.keySet().stream().mapToInt(String::length).max().orElse(0);
        String nouns = groups.entrySet().stream()
                .filter(group -> !group.getValue().isEmpty())
                .map(group -> "\n" + group.getKey() + "\n"
                        + group.getValue().stream()
                                .map(noun -> "  " + Table.pad(noun, width) + "  " + lines.get(noun) + "\n")
                                .collect(Collectors.joining()))
                .collect(Collectors.joining());
        return "Usage: svc NOUN [VERB] [ARGUMENTS] [--home DIR] [--json]\n" + nouns + END;
    }

    private static final String END = """

            Everywhere
              --home DIR                   the home of the server; otherwise $SVC_HOME
              --json                       print JSON instead of text
              --url URL --token-file FILE  run a command that has a REST route on another machine

            Exit codes: 0 done, 1 refused, 2 wrong usage, 3 no server answers.
            """;

    /** Returns the verbs of a noun, or its help text if the noun has no verbs. */
    private static String line(List<Declaration> of) {
        String verbs = of.stream()
                .map(Declaration::verb)
                .filter(verb -> !verb.isEmpty())
                .collect(Collectors.joining(", "));
        return verbs.isEmpty() ? of.get(0).help() : verbs;
    }
}
