package svc.launcher;

import java.io.ByteArrayInputStream;
import java.io.Console;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import svc.launcher.client.Terminal;
import svc.launcher.home.LaunchException;

/**
 * The standard input of a command that reads a password. At a terminal the user types the password twice, without echo;
 * otherwise it is read from the pipe.
 *
 * @param ask shows a prompt and reads a line without echo; null at the end of the input
 */
record PasswordPrompt(Function<String, char @Nullable []> ask) {

    static final String FLAG = "--password-stdin";

    private static final int TRIES = 3;

    /** Returns the words of a command. {@code svc account password} always reads a password and needs no flag. */
    static List<String> words(List<String> words) {
        boolean sets = words.size() > 2 && words.subList(0, 2).equals(List.of("account", "password"));
        if (!sets || words.contains(FLAG) || words.contains("--help") || words.contains("-h")) {
            return words;
        }
        return Stream.concat(words.stream(), Stream.of(FLAG)).toList();
    }

    /** Returns the standard input for a command. */
    static InputStream input(List<String> words, InputStream piped) {
        Optional<Console> console = words.contains(FLAG) ? Terminal.console() : Optional.empty();
        return console.<InputStream>map(
                        terminal -> new PasswordPrompt(prompt -> terminal.readPassword("%s", prompt)).read())
                .orElse(piped);
    }

    /** Prompts until the same password was typed twice, at most three times. */
    InputStream read() {
        for (int i = 0; i < TRIES; i++) {
            char[] once = line(i == 0 ? "Password: " : "The two passwords differ. Password: ");
            char[] again = line("The same password again: ");
            boolean same = Arrays.equals(once, again);
            byte[] bytes = new String(once).getBytes(StandardCharsets.UTF_8);
            Arrays.fill(once, ' ');
            Arrays.fill(again, ' ');
            if (same) {
                return new ByteArrayInputStream(bytes);
            }
        }
        throw new LaunchException(
                "Two different passwords were typed " + TRIES + " times.",
                "Run the command again, or pipe the password in: a-password-manager | svc … " + FLAG + ".",
                2);
    }

    private char[] line(String prompt) {
        char @Nullable [] line = ask.apply(prompt);
        if (line == null || line.length == 0) {
            throw new LaunchException("No password was typed.", "Run the command again and type a password.", 2);
        }
        return line;
    }
}
