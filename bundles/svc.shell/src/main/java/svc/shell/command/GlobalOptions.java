package svc.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The typed words without those flags that belong to the command line itself.
 *
 * @param plain what is left
 * @param json whether {@code --json} was among them
 * @param help whether {@code --help} was among them
 * @param url of {@code --url}
 * @param tokenFile of {@code --token-file}
 */
record Words(List<String> plain, boolean json, boolean help, Optional<String> url, Optional<String> tokenFile) {

    static Words of(List<String> typed) {
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
        return new Words(List.copyOf(plain), json, help, url, tokenFile);
    }

    /** The value of the flag at {@code at}: after its equals sign, or the next word. */
    static String value(List<String> words, int at) {
        String flag = words.get(at);
        int equals = flag.indexOf('=');
        if (equals >= 0) {
            return flag.substring(equals + 1);
        }
        if (at + 1 >= words.size() || words.get(at + 1).startsWith("--")) {
            throw CommandProblem.usage(flag + " needs a value. Write " + flag + "=VALUE.");
        }
        return words.get(at + 1);
    }
}
