package svc.launcher.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds absolute paths of the machine on which a file was written. */
final class MachinePaths {

    private static final Pattern PATH = Pattern.compile("(?<![\\w.}])/(work|root)/(?:)[\\w.]");

    private MachinePaths() {}

    /**
     * Returns the paths in a text.
     *
     * @param name the name of the file, for the messages
     */
    static List<String> violations(String name, String text) {
        List<String> found = new ArrayList<>();
        int number = 0;
        for (String line : text.split("\n", -1)) {
            number++;
            Matcher matcher = PATH.matcher(line);
            if (matcher.find()) {
                found.add(name + ":" + number + ": \"" + matcher.group() + "\": a path of one machine");
            }
        }
        return found;
    }
}
