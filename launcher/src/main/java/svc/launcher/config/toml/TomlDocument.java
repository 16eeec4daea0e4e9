package svc.launcher.config.toml;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.tomlj.Toml;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseOptions;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlTable;
import org.tomlj.TomlVersion;

/**
 * The parts of a text that are valid TOML.
 *
 * @param root the parsed table
 * @param broken whether a part could not be parsed, so that missing keys are not reported
 * @param skippedLines the lines whose keys follow a table header that could not be parsed, so that they seem to belong
 *     to another table
 * @param repeatedSections tables that were given before, each parsed separately
 */
public record TomlDocument(TomlTable root, boolean broken, BitSet skippedLines, List<TomlDocument> repeatedSections) {

    private static final int MOST_AGAIN = 20;

    private static final TomlParseOptions OPTIONS =
            TomlParseOptions.sourceless().withVersion(TomlVersion.V1_0_0).withMaxNestingDepth(16);

    public static TomlDocument parse(String text, ProblemList problems) {
        TomlParseResult result = Toml.parse(withoutRemarks(text), OPTIONS);
        BitSet skippedLines = new BitSet();
        List<TomlDocument> repeatedSections = new ArrayList<>();
        if (!result.errors().isEmpty()) {
            String[] lines = text.split("\n", -1);
            for (TomlParseError error : result.errors()) {
                String message = String.valueOf(error.getMessage());
                int number = error.position().line();
                String line = line(lines, number);
                TomlSyntaxError words = TomlSyntaxError.of(message, line);
                problems.add(error.position(), words.sentence(), words.remedy());
                if (isHeader(line)) {
                    int next = nextHeader(lines, number);
                    skippedLines.set(number, next);
                    if (isHeader(line(lines, TomlSyntaxError.firstLine(message)))
                            && repeatedSections.size() < MOST_AGAIN) {
                        repeatedSections.add(section(lines, number, next));
                    }
                }
            }
        }
        return new TomlDocument(result, !result.errors().isEmpty(), skippedLines, repeatedSections);
    }

    /**
     * Parses a range of lines. Positions in the result refer to the whole text. Syntax errors are not reported again.
     */
    private static TomlDocument section(String[] lines, int from, int to) {
        StringBuilder text = new StringBuilder("\n".repeat(from - 1));
        for (int line = from; line < to; line++) {
            text.append(lines[line - 1]).append('\n');
        }
        TomlParseResult result = Toml.parse(text.toString(), OPTIONS);
        return new TomlDocument(result, true, new BitSet(), List.of());
    }

    private static String line(String[] lines, int number) {
        return number > 0 && number <= lines.length ? lines[number - 1] : "";
    }

    private static boolean isHeader(String line) {
        return line.stripLeading().startsWith("[");
    }

    private static int nextHeader(String[] lines, int from) {
        int line = from + 1;
        while (line <= lines.length && !isHeader(lines[line - 1])) {
            line++;
        }
        return line;
    }

    /**
     * Returns the text with comment lines replaced by empty lines, so that positions do not change. This saves time,
     * because most lines of a file that svc wrote are comments, and the time of the parser grows with the number of
     * characters.
     */
    private static String withoutRemarks(String text) {
        if (text.contains("\"\"\"") || text.contains("'''")) {
            return text;
        }
        StringBuilder kept = new StringBuilder(text.length());
        int start = 0;
        while (start < text.length()) {
            int end = text.indexOf('\n', start);
            end = end < 0 ? text.length() : end + 1;
            int first = start;
            while (first < end && (text.charAt(first) == ' ' || text.charAt(first) == '\t')) {
                first++;
            }
            if (first < end && text.charAt(first) == '#') {
                kept.append(text.charAt(end - 1) == '\n' ? "\n" : "");
            } else {
                kept.append(text, start, end);
            }
            start = end;
        }
        return kept.toString();
    }
}
