package svc.mailauth;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the value of Authentication-Results or ARC-Authentication-Results (RFC 8601 §2.2). */
final class ResultsField {

    private static final Pattern RESULT =
            Pattern.compile("\\s*([a-zA-Z0-9-]++)\\s*(?:/\\s*[0-9]+\\s*)?=\\s*([a-zA-Z]++).*", Pattern.DOTALL);

    /** The parts between semicolons, without comments; the first one names the service. */
    private final List<String> parts = new ArrayList<>();

    private boolean complete = true;

    ResultsField(String value) {
        StringBuilder part = new StringBuilder();
        int at = 0;
        while (at < value.length()) {
            char c = value.charAt(at);
            if (c == ';') {
                parts.add(part.toString());
                part.setLength(0);
                at++;
            } else if (c == '(') {
                at = commentEnd(value, at);
                part.append(' ');
            } else if (c == '"') {
                int end = quoteEnd(value, at);
                part.append(value, at, end);
                at = end;
            } else {
                part.append(c);
                at++;
            }
        }
        parts.add(part.toString());
    }

    private int commentEnd(String value, int from) {
        int depth = 0;
        for (int at = from; at < value.length(); at++) {
            char c = value.charAt(at);
            if (c == '\\') {
                at++;
            } else if (c == '(') {
                depth++;
            } else if (c == ')' && --depth == 0) {
                return at + 1;
            }
        }
        complete = false;
        return value.length();
    }

    private int quoteEnd(String value, int from) {
        for (int at = from + 1; at < value.length(); at++) {
            char c = value.charAt(at);
            if (c == '\\') {
                at++;
            } else if (c == '"') {
                return at + 1;
            }
        }
        complete = false;
        return value.length();
    }

    /** Returns the authserv-id; null if the field is malformed, or of another version than 1. */
    @Nullable
    String authservId() {
        String first = parts.get(0).strip();
        boolean quoted = first.startsWith("\"");
        int end = quoted ? quoteEnd(first, 0) : wordEnd(first);
        String id = first.substring(0, end);
        String version = first.substring(end).strip();
        if (!complete || id.isEmpty() || (!version.isEmpty() && !version.equals("1"))) {
            return null;
        }
        if (quoted) {
            return id.substring(1, id.length() - 1).replaceAll("\\\\(.)", "$1");
        }
        return id.indexOf('"') < 0 ? id : null;
    }

    private static int wordEnd(String text) {
        int at = 0;
        while (at < text.length() && text.charAt(at) > ' ') {
            at++;
        }
        return at;
    }

    /** Returns the first result of a method; none if there is no such result. */
    Verdict verdict(String method) {
        for (String part : parts.subList(1, parts.size())) {
            Matcher matcher = RESULT.matcher(part);
            if (matcher.matches() && matcher.group(1).equalsIgnoreCase(method)) {
                String word = matcher.group(2).toUpperCase(Locale.ROOT);
                for (Verdict verdict : Verdict.values()) {
                    if (complete && verdict.name().equals(word)) {
                        return verdict;
                    }
                }
                return Verdict.NONE;
            }
        }
        return Verdict.NONE;
    }
}
