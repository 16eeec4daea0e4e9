package svc.launcher.rules;

import java.util.ArrayList;
import java.util.List;

/** Checks the READMEs of bundles: the same six headings everywhere, text under each, and a limited length. */
final class Readmes {

    private static final List<String> HEADINGS = List.of(
            "## What it is",
            "## Services it offers",
            "## Services it needs",
            "## Configuration keys",
            "## Try it",
            "## Tests");
    private static final int LINES = 60;

    private Readmes() {}

    /** Returns the violations of a README. */
    static List<String> violations(String bundle, List<String> lines) {
        List<String> found = new ArrayList<>();
        List<String> headings =
                lines.stream().filter(line -> line.startsWith("## ")).toList();
        if (!headings.equals(HEADINGS)) {
            found.add(bundle + ": its headings are " + headings + ", not " + HEADINGS);
        }
        if (lines.isEmpty() || !lines.get(0).equals("# " + bundle)) {
            found.add(bundle + ": its first line is not `# " + bundle + "`");
        }
        if (lines.size() > LINES) {
            found.add(bundle + ": has " + lines.size() + " lines, more than " + LINES);
        }
        for (int at = 0; at < lines.size(); at++) {
            if (lines.get(at).startsWith("## ") && isEmpty(lines.subList(at + 1, lines.size()))) {
                found.add(bundle + ": says nothing under `" + lines.get(at) + "`");
            }
        }
        return found;
    }

    private static boolean isEmpty(List<String> rest) {
        return rest.stream()
                .filter(line -> !line.isBlank())
                .findFirst()
                .map(line -> line.startsWith("## "))
                .orElse(true);
    }
}
