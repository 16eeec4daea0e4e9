package svc.launcher.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A row of {@code docs/requirements.md}.
 *
 * @param id for instance {@code UPG-01}
 * @param section the heading above it
 */
record Requirement(String id, String section) {

    private static final Pattern HEADING = Pattern.compile("#{2,4} (.+)");
    private static final Pattern ROW = Pattern.compile("\\| *([A-Z][A-Z0-9]*-[0-9]+) *\\|.*");

    /** Returns the rows of the document, in their order. */
    static List<Requirement> read(List<String> lines) {
        List<Requirement> rows = new ArrayList<>();
        String section = "";
        for (String line : lines) {
            Matcher heading = HEADING.matcher(line);
            Matcher row = ROW.matcher(line);
            if (heading.matches()) {
                section = heading.group(1).strip();
            } else if (row.matches()) {
                rows.add(new Requirement(row.group(1), section));
            }
        }
        return rows;
    }
}
