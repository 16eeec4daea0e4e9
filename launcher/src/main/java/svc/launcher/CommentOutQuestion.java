package svc.launcher;

import java.io.Console;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.launcher.client.Terminal;
import svc.launcher.config.ExtensionTables;
import svc.launcher.home.Home;

/**
 * Asks the user of {@code svc bundle remove} at a terminal whether to comment out the tables of the bundle in
 * {@code svc.toml}. Without a terminal, the user is not asked; the result of the command then names the lines and the
 * flag.
 *
 * @param ask shows a prompt and reads a line; null at the end of the input
 */
record CommentOutQuestion(Function<String, @Nullable String> ask) {

    static final String FLAG = "--comment-out-config";

    private static final Set<String> NO_QUESTION =
            Set.of(FLAG, FLAG + "=true", FLAG + "=false", "--no-comment-out-config", "--json", "--help", "-h");

    /** Returns the words of a command, with the flag if the user at the terminal agrees. */
    static List<String> words(Home home, List<String> words) throws IOException {
        List<String> plain =
                words.stream().filter(word -> !word.startsWith("-")).toList();
        boolean removes = plain.size() == 3 && plain.subList(0, 2).equals(List.of("bundle", "remove"));
        if (!removes || words.stream().anyMatch(NO_QUESTION::contains)) {
            return words;
        }
        Optional<Console> console = Terminal.console();
        return console.isEmpty()
                ? words
                : new CommentOutQuestion(prompt -> console.get().readLine("%s", prompt))
                        .words(words, ExtensionTables.of(home.configuration(), home.extensions(), plain.get(2)));
    }

    /** Returns the words with the flag if there are tables and the answer is yes. */
    List<String> words(List<String> words, Set<String> tables) {
        if (tables.isEmpty()) {
            return words;
        }
        String named = tables.stream().map(table -> "[" + table + "]").collect(Collectors.joining(", "));
        String line = ask.apply("The next start is refused while svc.toml has keys of this bundle: " + named
                + ". Comment them out? (y/N) ");
        boolean yes = line != null && Set.of("y", "yes").contains(line.strip().toLowerCase(Locale.ROOT));
        return yes ? Stream.concat(words.stream(), Stream.of(FLAG)).toList() : words;
    }
}
