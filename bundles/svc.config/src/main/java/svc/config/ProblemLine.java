package svc.config;

import java.util.List;

/**
 * One problem of the configuration, from a line of the launcher: place, sentence and remedy, parted by tabs.
 *
 * @param place the file with line and column, the flag of the command line, or the jar
 * @param sentence what is wrong
 * @param remedy what to do
 */
public record ProblemLine(String place, String sentence, String remedy) {

    static List<ProblemLine> parse(List<String> lines) {
        return lines.stream()
                .map(line -> line.split("\t", 3))
                .map(parts -> parts.length == 3
                        ? new ProblemLine(parts[0], parts[1], parts[2])
                        : new ProblemLine("", String.join(" ", parts), ""))
                .toList();
    }
}
