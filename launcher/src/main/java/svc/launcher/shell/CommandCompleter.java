package svc.launcher.shell;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/** Completes nouns, verbs, options, and values of options that have a fixed set of values. */
final class CommandCompleter implements Completer {

    /** Options by command, such as {@code account create} with {@code --name} and {@code --role=user,tenant-admin}. */
    private final Map<String, List<String>> options = new LinkedHashMap<>();

    /** Creates a completer from the lines of {@code svc completion words}: a command, then its options. */
    CommandCompleter(List<String> lines) {
        for (String line : lines) {
            List<String> words = List.of(line.split(" ", -1));
            List<String> flags =
                    words.stream().filter(word -> word.startsWith("--")).toList();
            options.put(String.join(" ", words.subList(0, words.size() - flags.size())), flags);
        }
    }

    @Override
    public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
        candidates(line.words().subList(0, line.wordIndex()), line.word())
                .forEach(word -> candidates.add(new Candidate(word)));
    }

    /** Returns the words that may follow. The first word is a noun, with or without the prefix {@code svc:}. */
    List<String> candidates(List<String> before, String current) {
        List<String> plain = new ArrayList<>(
                before.stream().filter(word -> !word.startsWith("-")).toList());
        if (plain.isEmpty()) {
            return words(Stream.concat(Stream.of("help", "exit"), options.keySet().stream()), 0);
        }
        String noun = plain.get(0).replaceFirst("^svc:", "");
        if (noun.equals("help") && plain.size() == 1) {
            return words(options.keySet().stream(), 0);
        }
        String command = plain.size() > 1 && !options.containsKey(noun) ? noun + " " + plain.get(1) : noun;
        List<String> flags = options.getOrDefault(command, List.of());
        String last = before.get(before.size() - 1);
        List<String> choices = flags.stream()
                .filter(flag -> flag.startsWith(last + "="))
                .flatMap(flag -> Stream.of(flag.substring(last.length() + 1).split(",", -1)))
                .toList();
        if (!choices.isEmpty()) {
            return choices;
        } else if (current.startsWith("-")) {
            return Stream.concat(
                            flags.stream().map(flag -> flag.replaceFirst("=.*", "")), Stream.of("--json", "--help"))
                    .toList();
        }
        return plain.size() == 1
                ? words(options.keySet().stream().filter(known -> known.startsWith(noun + " ")), 1)
                : List.of();
    }

    private static List<String> words(Stream<String> commands, int at) {
        return List.copyOf(new TreeSet<>(
                commands.map(command -> command.split(" ", -1)[at]).toList()));
    }
}
