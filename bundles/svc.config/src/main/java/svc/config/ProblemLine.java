package svc.config;

import java.util.List;

/**
 * A problem of the configuration, parsed from a line that the launcher returns. The line contains the place, the
 * sentence, the remedy and, for a warning, the severity, separated by tabs.
 *
 * @param place the file with line and column, the flag of the command line, or the jar
 * @param sentence the problem
 * @param remedy the remedy for the operator
 * @param severity {@code error} if the next start fails, {@code warning} otherwise
 */
public record ProblemLine(String place, String sentence, String remedy, String severity) {

    private static final String ERROR = "error";

    static List<ProblemLine> parse(List<String> lines) {
        return lines.stream()
                .map(line -> line.split("\t", 4))
                .map(parts -> parts.length >= 3
                        ? new ProblemLine(parts[0], parts[1], parts[2], parts.length == 4 ? parts[3] : ERROR)
                        : new ProblemLine("", String.join(" ", parts), "", ERROR))
                .toList();
    }

    /** Returns whether the next start fails because of the problem. */
    boolean refuses() {
        return severity.equals(ERROR);
    }
}
