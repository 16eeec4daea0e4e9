package svc.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import svc.api.operation.Operations.Declaration;
import svc.api.operation.Operations.Kind;
import svc.api.operation.Operations.Parameter;
import svc.testkit.Prerequisite;

/** The completion scripts, run in their shells. */
class CompletionTest {

    private static final List<Declaration> DECLARATIONS = List.of(
            declaration("account", "create", parameter("name", Kind.TEXT, false), secret()),
            declaration(
                    "account", "role", parameter("id", Kind.TEXT, true), choice("role", true, "user", "tenant-admin")),
            declaration("logs", "level", choice("level", false, "info", "debug")),
            declaration("status", ""));

    /** The words typed after the name of the program, and their completions. */
    private static final Map<String, String> EXAMPLES = Map.ofEntries(
            Map.entry("acc", "account"),
            Map.entry("s", "status,shell"),
            Map.entry("account ", "create,role"),
            Map.entry("account c", "create"),
            Map.entry("account create --n", "--name"),
            Map.entry("account create --p", "--password-stdin"),
            Map.entry("--home /x account r", "role"),
            Map.entry("account role a1 t", "tenant-admin"),
            Map.entry("logs level --level d", "debug"),
            Map.entry("completion b", "bash"),
            Map.entry("help acc", "account"),
            Map.entry("run --s", "--set"),
            Map.entry("status --j", "--json"));

    @TempDir
    private Path directory;

    private static Declaration declaration(String noun, String verb, Parameter... parameters) {
        return new Declaration(
                noun, verb, "does it", List.of(), List.of(parameters), false, false, false, "none", false);
    }

    private static Parameter parameter(String name, Kind kind, boolean positional) {
        return new Parameter(name, name, kind, false, positional, false, Optional.empty(), List.of(), "");
    }

    private static Parameter secret() {
        return new Parameter("password", "password", Kind.TEXT, false, false, true, Optional.empty(), List.of(), "");
    }

    private static Parameter choice(String name, boolean positional, String... words) {
        return new Parameter(name, name, Kind.TEXT, false, positional, false, Optional.empty(), List.of(words), "");
    }

    private List<String> output(String... command) throws IOException, InterruptedException {
        Path out = directory.resolve("out");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String text = Files.readString(out);
        assertThat(process.exitValue()).as(text).isZero();
        return text.lines().filter(line -> !line.isEmpty()).toList();
    }

    private Path script(String shell) throws IOException {
        String text = Completion.script(List.of(shell), DECLARATIONS);
        assertThat(text).doesNotContainPattern("@[A-Z]+@");
        return Files.writeString(directory.resolve("svc." + shell), text, StandardCharsets.UTF_8);
    }

    private static void needs(String shell) {
        Prerequisite.program("CompletionTest " + shell, shell);
    }

    @ParameterizedTest
    @ValueSource(strings = {"bash", "zsh", "fish"})
    void everyShellCompletesTheWordThatIsTyped(String shell) throws Exception {
        needs(shell);
        for (Map.Entry<String, String> example : EXAMPLES.entrySet()) {
            String typed = example.getKey();
            assertThat(output(completing(shell, typed)))
                    .as(typed)
                    .containsExactlyInAnyOrder(example.getValue().split(",", -1));
        }
    }

    private String[] completing(String shell, String typed) throws IOException {
        String[] words = typed.split(" ", -1);
        String source = "source " + script(shell) + "; ";
        return switch (shell) {
            case "bash" ->
                new String[] {
                    "bash",
                    "-euc",
                    source + "COMP_WORDS=(svc " + quoted(words) + "); COMP_CWORD=" + words.length
                            + "; _svc; printf '%s\\n' \"${COMPREPLY[@]}\""
                };
            // There is no compadd outside a terminal. This one prints the candidates that start with the current word.
            case "zsh" ->
                new String[] {
                    "zsh",
                    "-fc",
                    "compadd() { shift; local w; for w in $@; do [[ $w == ${words[CURRENT]}* ]] && print -r -- $w; done;"
                            + " true }; _files() { true }; " + source + "words=(svc " + quoted(words) + "); CURRENT="
                            + (words.length + 1) + "; _svc"
                };
            default -> new String[] {"fish", "--no-config", "-c", source + "complete -C 'svc " + typed + "'"};
        };
    }

    private static String quoted(String... words) {
        return "'" + String.join("' '", words) + "'";
    }

    @ParameterizedTest
    @CsvSource({"bash, -n", "zsh, -n", "fish, --no-execute"})
    void theScriptsAreWellFormed(String shell, String onlyParse) throws Exception {
        needs(shell);
        assertThat(output(shell, onlyParse, script(shell).toString())).isEmpty();
    }

    @Test
    void theTableForTheShellNamesOptionsAndTheirChoices() {
        assertThat(Completion.script(List.of("words"), DECLARATIONS)).isEqualTo("""
                        account create --name --password-stdin
                        account role
                        logs level --level=info,debug
                        status
                        """);
    }
}
