package svc.mime;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parses values in angle brackets: message ids (RFC 5322 §3.6.4) and list URLs (RFC 2369). */
final class AngleBracketParser {

    private AngleBracketParser() {}

    /**
     * Returns the message ids. Phrases between the ids (obsolete syntax) are ignored. A single id may lack its angle
     * brackets.
     */
    static @Nullable List<String> messageIds(String value) {
        List<String> ids = bracketed(value);
        if (ids.isEmpty()) {
            String bare = Comments.stripped(value);
            boolean lone =
                    bare.indexOf('@') > 0 && bare.chars().noneMatch(c -> c <= ' ' || c == '<' || c == '>' || c == ',');
            return lone ? List.of(bare) : null;
        }
        return ids;
    }

    static @Nullable List<String> urls(String value) {
        List<String> urls = bracketed(value);
        return urls.isEmpty() ? null : urls;
    }

    private static List<String> bracketed(String value) {
        List<String> found = new ArrayList<>();
        int at = 0;
        while (at < value.length()) {
            switch (value.charAt(at)) {
                case '(' -> at = Comments.end(value, at);
                case '"' -> at = Comments.quoteEnd(value, at);
                case '<' -> {
                    int end = value.indexOf('>', at);
                    if (end < 0) {
                        return found;
                    }
                    String inner = withoutSpaces(value, at + 1, end);
                    if (!inner.isEmpty()) {
                        found.add(inner);
                    }
                    at = end + 1;
                }
                default -> at++;
            }
        }
        return found;
    }

    private static String withoutSpaces(String value, int from, int end) {
        StringBuilder result = new StringBuilder(end - from);
        for (int at = from; at < end; at++) {
            char c = value.charAt(at);
            if (c > ' ' && c != '<') {
                result.append(c);
            }
        }
        return result.toString();
    }
}
