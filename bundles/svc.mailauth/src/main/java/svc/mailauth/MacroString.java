package svc.mailauth;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import svc.mailauth.Verdict.VerdictException;

/**
 * A macro-string of an SPF record (RFC 7208 §7).
 *
 * @param parts the literals and macros, in order
 */
record MacroString(List<Part> parts) {

    private static final int LONGEST_NAME = 253;
    private static final Pattern PART =
            Pattern.compile("%\\{([slodiphcrtv])([0-9]*)(r?)([-.+,/_=]*)}|%[%_-]|[!-$&-~]+", Pattern.CASE_INSENSITIVE);
    private static final Pattern TOP_LABEL = Pattern.compile(
            ".*\\.(?:[a-z0-9]*[a-z][a-z0-9]*|[a-z0-9]+-[a-z0-9-]*[a-z0-9])\\.?", Pattern.CASE_INSENSITIVE);

    /** A piece of a macro-string. */
    sealed interface Part {}

    /** Text that is not replaced; {@code escape} if it was written with a percent sign. */
    private record Literal(String text, boolean escape) implements Part {}

    /** A macro-expand with its transformers; {@code keep} is 0 if all parts of the value are kept. */
    private record Macro(char letter, boolean escaped, int keep, boolean reversed, String delimiters) implements Part {
        boolean isTransformed() {
            return keep > 0 || reversed || !delimiters.isEmpty();
        }
    }

    /** The values of the macro letters. */
    @FunctionalInterface
    interface Values {
        /** Returns the value of a lower-case macro letter. */
        String of(char letter) throws VerdictException;
    }

    /** Parses a domain-spec. Returns null if it has a syntax error or a macro that only explanations may contain. */
    static @Nullable MacroString domainSpec(String text) {
        MacroString parsed = of(text);
        if (parsed == null || parsed.parts.isEmpty() || parsed.uses("crt")) {
            return null;
        }
        boolean ends = !(parsed.parts.get(parsed.parts.size() - 1) instanceof Literal last)
                || last.escape
                || TOP_LABEL.matcher(last.text).matches();
        return ends ? parsed : null;
    }

    /** Parses a macro-string. Returns null if it has a syntax error. */
    static @Nullable MacroString of(String text) {
        List<Part> parts = new ArrayList<>();
        Matcher matcher = PART.matcher(text);
        int at = 0;
        while (at < text.length()) {
            if (!matcher.region(at, text.length()).lookingAt()) {
                return null;
            }
            Part part = matcher.group(1) == null ? literal(matcher.group()) : macro(matcher);
            if (part == null) {
                return null;
            }
            parts.add(part);
            at = matcher.end();
        }
        return new MacroString(List.copyOf(parts));
    }

    private static Literal literal(String text) {
        return switch (text) {
            case "%%" -> new Literal("%", true);
            case "%_" -> new Literal(" ", true);
            case "%-" -> new Literal("%20", true);
            default -> new Literal(text, false);
        };
    }

    private static @Nullable Macro macro(Matcher matcher) {
        String letter = matcher.group(1);
        String digits = matcher.group(2);
        // A value above the number of labels in a name has the same effect as that number (§7.3).
        int keep = digits.isEmpty() ? 0 : digits.length() > 3 ? 1_000 : Integer.parseInt(digits);
        if (!digits.isEmpty() && digits.matches("0+")) {
            return null;
        }
        return new Macro(
                Character.toLowerCase(letter.charAt(0)),
                Character.isUpperCase(letter.charAt(0)),
                keep,
                !matcher.group(3).isEmpty(),
                matcher.group(4));
    }

    /** Returns whether the string contains a macro with one of these letters. */
    boolean uses(String letters) {
        return parts.stream().anyMatch(part -> part instanceof Macro macro && letters.indexOf(macro.letter) >= 0);
    }

    /** Returns the name that the string expands to. Labels at the start of a name that is too long are removed. */
    String expand(Values values) throws VerdictException {
        StringBuilder text = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Literal literal) {
                text.append(literal.text);
            } else if (part instanceof Macro macro) {
                text.append(expanded(macro, values.of(macro.letter)));
            }
        }
        String name = text.toString();
        name = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
        while (name.length() > LONGEST_NAME && name.indexOf('.') >= 0) {
            name = name.substring(name.indexOf('.') + 1);
        }
        return name;
    }

    private static String expanded(Macro macro, String value) {
        String text = macro.isTransformed() ? transformed(macro, value) : value;
        // URLEncoder leaves `*` and encodes a space and `~` in its own way (RFC 3986 §2.3).
        return macro.escaped
                ? URLEncoder.encode(text, StandardCharsets.UTF_8)
                        .replace("+", "%20")
                        .replace("*", "%2A")
                        .replace("%7E", "~")
                : text;
    }

    private static String transformed(Macro macro, String value) {
        String delimiters = macro.delimiters.isEmpty() ? "." : macro.delimiters;
        List<String> pieces = new ArrayList<>();
        int from = 0;
        for (int at = 0; at <= value.length(); at++) {
            if (at == value.length() || delimiters.indexOf(value.charAt(at)) >= 0) {
                pieces.add(value.substring(from, at));
                from = at + 1;
            }
        }
        if (macro.reversed) {
            Collections.reverse(pieces);
        }
        int keep = macro.keep == 0 ? pieces.size() : Math.min(macro.keep, pieces.size());
        return String.join(".", pieces.subList(pieces.size() - keep, pieces.size()));
    }
}
