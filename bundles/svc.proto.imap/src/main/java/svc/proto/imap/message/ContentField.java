package svc.proto.imap.message;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.mime.HeaderField;

/**
 * A header field with parameters as it is in the message: neither RFC 2231 nor RFC 2047 is applied.
 *
 * @param value the text before the first semicolon, without comments
 * @param parameters the parameters by name in lower case, in their order; of a repeated one the first
 */
record ContentField(String value, Map<String, String> parameters) {

    private static final int MOST_PARAMETERS = 200;

    /** Returns a field; null without one. */
    static @Nullable ContentField of(@Nullable HeaderField field) {
        return field == null ? null : new Reader(field.unfolded()).read();
    }

    /** Parses a field. Malformed input is parsed as far as possible. */
    private static final class Reader {

        private final String text;
        private int at;

        Reader(String text) {
            this.text = text;
        }

        ContentField read() {
            String value = until(";");
            Map<String, String> parameters = new LinkedHashMap<>();
            while (at < text.length() && parameters.size() < MOST_PARAMETERS) {
                at++;
                String name = until("=;").toLowerCase(Locale.ROOT);
                if (at < text.length() && text.charAt(at) == '=') {
                    at++;
                    String content = until(";");
                    if (!name.isEmpty()) {
                        parameters.putIfAbsent(name, content);
                    }
                }
            }
            return new ContentField(value, parameters);
        }

        /** Returns the text before one of the characters, without quotes, comments and outer white space. */
        private String until(String ends) {
            StringBuilder found = new StringBuilder();
            int quoted = 0;
            while (at < text.length() && ends.indexOf(text.charAt(at)) < 0) {
                char c = text.charAt(at);
                if (c == '"') {
                    quoted(found);
                    quoted = found.length();
                } else if (c == '(') {
                    comment();
                } else {
                    if (c > ' ' || !found.isEmpty()) {
                        found.append(c);
                    }
                    at++;
                }
            }
            int end = found.length();
            while (end > quoted && found.charAt(end - 1) <= ' ') {
                end--;
            }
            return found.substring(0, end);
        }

        private void quoted(StringBuilder found) {
            at++;
            while (at < text.length() && text.charAt(at) != '"') {
                at += text.charAt(at) == '\\' && at + 1 < text.length() ? 1 : 0;
                found.append(text.charAt(at++));
            }
            at++;
        }

        private void comment() {
            int depth = 0;
            do {
                char c = text.charAt(at++);
                depth += c == '(' ? 1 : c == ')' ? -1 : 0;
                at += c == '\\' ? 1 : 0;
            } while (at < text.length() && depth > 0);
        }
    }
}
