package svc.launcher.config.toml;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Explains a syntax error of the TOML parser. The messages of the parser quote the text, which may contain a part of a
 * secret. Therefore only names of keys are copied from these messages.
 */
record TomlSyntaxError(String sentence, String remedy) {

    private static final Pattern TWICE = Pattern.compile(
            "(?s)(.*) (?:previously defined(?: as a literal array)?|is not an? (?:table|array) \\(previously defined"
                    + "|is an inline table \\(defined) at line (\\d+), column \\d+.*");

    private record Rule(String part, TomlSyntaxError words) {}

    private static final String QUOTES =
            "Put texts in double quotes, as in key = \"text\"; write numbers, true and false without quotes.";

    /** The rules, which are searched in this order for the tokens that the parser expected. */
    private static final List<Rule> RULES = List.of(
            rule("expected a value", "A valid value is missing here.", QUOTES),
            rule(
                    "expected }",
                    "The table in braces is not closed.",
                    "Separate its keys with commas and end it with }."),
            rule(
                    "expected a newline",
                    "The value is followed by text that does not belong to it.",
                    "Write one key = value on a line, texts in double quotes, and begin a comment with #."),
            rule("expected . or =", "The equals sign after the key is missing.", "Write key = value on one line."),
            rule("expected =", "The equals sign after the key is missing.", "Write key = value on one line."),
            rule(
                    "expected a key",
                    "A key or a table in square brackets is missing here.",
                    "Write key = value, [table], or begin a comment with #."),
            rule("Empty table key", "The name of the table is missing.", "Write it between the brackets: [server]."),
            rule("too large", "The number is too large.", "Write a smaller one."),
            rule("too small", "The number is too small.", "Write a larger one."),
            rule(
                    "Leading zeros",
                    "The number begins with a zero.",
                    "Write it without the zero, or as a text in double quotes."),
            rule(
                    "escape sequence",
                    "The text has an invalid escape sequence.",
                    "Write \\\\ for a backslash, or put the text in single quotes."),
            rule(
                    "Nesting",
                    "Lists and tables are nested too deeply.",
                    "No key has a value that is nested deeper than a list."),
            rule("inline table", "A table in braces must be on one line.", "Write it as a [table] of its own."));

    private static Rule rule(String part, String sentence, String remedy) {
        return new Rule(part, new TomlSyntaxError(sentence, remedy));
    }

    /**
     * Translates a message of the parser.
     *
     * @param message the message
     * @param line the line with the error
     */
    static TomlSyntaxError of(String message, String line) {
        Matcher twice = TWICE.matcher(message);
        boolean header = line.stripLeading().startsWith("[");
        if (twice.matches()) {
            return twice(twice.group(1), twice.group(2), header);
        }
        int expected = message.indexOf("expected ");
        String wanted = expected < 0 ? message : message.substring(message.lastIndexOf(", expected ") + 2);
        if (wanted.startsWith("expected \"") || wanted.startsWith("expected '")) {
            return new TomlSyntaxError(
                    "The text is not closed.",
                    "End it with the quotation mark that it begins with; for a quotation mark inside the text write \\\".");
        }
        if (wanted.startsWith("expected ]")) {
            return header
                    ? new TomlSyntaxError(
                            "The name of the table is not closed.", "Write it as [server], alone on its line.")
                    : new TomlSyntaxError(
                            "The list is not closed.", "Separate its values with commas and end it with ].");
        }
        return RULES.stream()
                .filter(rule -> wanted.contains(rule.part()))
                .map(Rule::words)
                .findFirst()
                .orElseGet(() -> message.startsWith("Invalid") || wanted.contains("date")
                        ? new TomlSyntaxError("The date, time or number is not valid.", QUOTES)
                        : new TomlSyntaxError("This is not valid TOML.", QUOTES));
    }

    /** Returns the line of the first definition if the message is about a duplicate name; else 0. */
    static int firstLine(String message) {
        Matcher twice = TWICE.matcher(message);
        return twice.matches() ? Integer.parseInt(twice.group(2)) : 0;
    }

    private static TomlSyntaxError twice(String name, String line, boolean header) {
        String shown = TomlWriter.shown(name);
        return header
                ? new TomlSyntaxError(
                        "The table [" + shown + "] is given twice, first in line " + line + ".",
                        "Put all of its keys below the first one.")
                : new TomlSyntaxError(
                        "The key " + shown + " is given twice, first in line " + line + ".", "Keep one of the two.");
    }
}
