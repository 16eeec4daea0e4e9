package svc.proto.pop3;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;
import java.util.OptionalInt;

/**
 * A line of a client (RFC 2449 §3).
 *
 * @param name the keyword in upper case
 * @param argument what follows the space after the keyword; empty if nothing follows
 */
record Request(String name, String argument) {

    /** The maximum number of digits that are read; a larger number is as good as this one. */
    private static final int MOST_DIGITS = 9;

    private static final String DIGITS = "[0-9]+";

    /** Reads a line with its line end. */
    static Request of(byte[] line) {
        String text = new String(line, UTF_8).replaceFirst("\r?\n\\z", "");
        int space = text.indexOf(' ');
        return space < 0
                ? new Request(text.toUpperCase(Locale.ROOT), "")
                : new Request(text.substring(0, space).toUpperCase(Locale.ROOT), text.substring(space + 1));
    }

    /** Returns the only argument. */
    String word() throws RefusedException {
        return words(1)[0];
    }

    /** Refuses arguments. */
    void noWords() throws RefusedException {
        if (!argument.isBlank()) {
            throw new RefusedException(name + " has no arguments");
        }
    }

    private String[] words(int count) throws RefusedException {
        String[] words = argument.strip().split(" +", -1);
        if (words.length != count || words[0].isEmpty()) {
            throw new RefusedException(
                    count == 1 ? name + " has exactly one argument" : name + " has exactly " + count + " arguments");
        }
        return words;
    }

    /** Returns the only argument as a number. */
    int number() throws RefusedException {
        return number(word());
    }

    /** Returns the only argument as a number; empty without an argument. */
    OptionalInt optionalNumber() throws RefusedException {
        return argument.isBlank() ? OptionalInt.empty() : OptionalInt.of(number());
    }

    /** Returns two arguments as numbers. */
    int[] numbers() throws RefusedException {
        String[] words = words(2);
        return new int[] {number(words[0]), number(words[1])};
    }

    private static int number(String word) throws RefusedException {
        if (!word.matches(DIGITS)) {
            throw new RefusedException("The argument is not a number");
        }
        String significant = word.replaceFirst("^0+(?=.)", "");
        return significant.length() > MOST_DIGITS ? Integer.MAX_VALUE : Integer.parseInt(significant);
    }
}
