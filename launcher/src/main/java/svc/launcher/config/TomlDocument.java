package svc.launcher.config;

import java.util.BitSet;
import org.tomlj.Toml;
import org.tomlj.TomlParseError;
import org.tomlj.TomlParseOptions;
import org.tomlj.TomlParseResult;
import org.tomlj.TomlTable;
import org.tomlj.TomlVersion;

/**
 * A text as far as it is TOML.
 *
 * @param root what could be read
 * @param broken whether something could not, so that nothing is said about what is missing
 * @param astray the lines whose keys stand below a table header that could not be read, so that they seem to belong to
 *     another table
 */
record TomlDocument(TomlTable root, boolean broken, BitSet astray) {

    private static final TomlParseOptions OPTIONS =
            TomlParseOptions.sourceless().withVersion(TomlVersion.V1_0_0).withMaxNestingDepth(16);

    static TomlDocument parse(String text, ProblemList problems) {
        TomlParseResult result = Toml.parse(withoutRemarks(text), OPTIONS);
        BitSet astray = new BitSet();
        if (!result.errors().isEmpty()) {
            String[] lines = text.split("\n", -1);
            for (TomlParseError error : result.errors()) {
                String line = line(lines, error.position().line());
                SyntaxWords words = SyntaxWords.of(String.valueOf(error.getMessage()), line);
                problems.add(error.position(), words.sentence(), words.remedy());
                if (isHeader(line)) {
                    astray.set(
                            error.position().line(),
                            nextHeader(lines, error.position().line()));
                }
            }
        }
        return new TomlDocument(result, !result.errors().isEmpty(), astray);
    }

    private static String line(String[] lines, int number) {
        return number <= lines.length ? lines[number - 1] : "";
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
     * The text with lines that are only a remark made empty, which keeps every place as it is. The file that svc writes is
     * mostly remarks, and the reader's time goes by the character.
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
