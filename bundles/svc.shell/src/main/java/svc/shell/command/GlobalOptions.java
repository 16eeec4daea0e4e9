package svc.shell.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The words of a command, separated from the flags of the command line itself.
 *
 * @param plain the remaining words
 * @param json whether {@code --json} is given
 * @param help whether {@code --help} is given
 * @param url the value of {@code --url}
 * @param tokenFile the value of {@code --token-file}
 */
public record GlobalOptions(
        List<String> plain, boolean json, boolean help, Optional<String> url, Optional<String> tokenFile) {

    public static GlobalOptions of(List<String> typed) {
        List<String> plain = new ArrayList<>();
        boolean json = false;
        boolean help = false;
        Optional<String> url = Optional.empty();
        Optional<String> tokenFile = Optional.empty();
        for (int i = 0; i < typed.size(); i++) {
            String word = typed.get(i);
            if (word.equals("--")) {
                plain.addAll(typed.subList(i, typed.size()));
                break;
            } else if (word.equals("--json")) {
                json = true;
            } else if (word.equals("--help") || word.equals("-h")) {
                help = true;
            } else if (word.equals("--url") || word.startsWith("--url=")) {
                url = Optional.of(value(typed, i));
                i += word.contains("=") ? 0 : 1;
            } else if (word.equals("--token-file") || word.startsWith("--token-file=")) {
                tokenFile = Optional.of(value(typed, i));
                i += word.contains("=") ? 0 : 1;
            } else {
                plain.add(word);
            }
        }
        return new GlobalOptions(List.copyOf(plain), json, help, url, tokenFile);
    }

    /** Returns the value of the flag at {@code at}: the part after its equals sign, or the next word. */
    static String value(List<String> words, int at) {
        String flag = words.get(at);
        int equals = flag.indexOf('=');
        if (equals >= 0) {
            return flag.substring(equals + 1);
        }
        if (at + 1 >= words.size() || words.get(at + 1).startsWith("--")) {
            throw CommandException.usage(flag + " needs a value. Write " + flag + "=VALUE.");
        }
        return words.get(at + 1);
    }
}
