package svc.launcher.rules;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Checks the quotes of sources in pages. A quote has the line {@code <!-- quote PATH -->} above its block. The block
 * then consists of lines of that file; a line with {@code …} only represents omitted lines.
 */
final class Quotes {

    private static final Pattern QUOTE =
            Pattern.compile("(?m)^<!-- quote (\\S+) -->\\R```[a-z]*\\R(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern GAP = Pattern.compile("(?m)^…\\R");

    private Quotes() {}

    /** Returns the number of quotes. */
    static long count(String page) {
        return QUOTE.matcher(page).results().count();
    }

    /**
     * Returns the quotes that differ from their source.
     *
     * @param name the name of the page, for the messages
     */
    static List<String> violations(String name, String page, Path root) {
        List<String> found = new ArrayList<>();
        Matcher quote = QUOTE.matcher(page);
        while (quote.find()) {
            Path file = root.resolve(quote.group(1));
            if (!Files.exists(file)) {
                found.add(name + ": quotes " + quote.group(1) + ", which does not exist");
                continue;
            }
            String source = text(file);
            int from = 0;
            for (String part : GAP.split(quote.group(2), -1)) {
                int at = ("\n" + source).indexOf("\n" + part, from);
                if (at < 0) {
                    found.add(name + ": " + quote.group(1) + " does not say\n" + part);
                    break;
                }
                from = at + part.length();
            }
        }
        return found;
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
