package svc.mime;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import svc.mime.charset.MailCharset;

/**
 * The value of a header field with parameters (RFC 2045 §5.1, RFC 2231), such as Content-Type and Content-Disposition.
 *
 * @param value the text before the first semicolon, in lower case, without comments
 * @param parameters the decoded parameters by name in lower case; if a parameter is repeated, its first value
 */
public record ParameterValue(String value, Map<String, String> parameters) {

    private static final int MAX_PARAMETERS = 200;

    /** One section of a continued parameter (RFC 2231 §3). */
    private record Piece(String text, boolean encoded) {}

    public static ParameterValue of(String field) {
        int end = field.indexOf(';');
        String value = end < 0 ? field : field.substring(0, end);
        Map<String, String> parameters = end < 0 ? Map.of() : new Reader(field, end).parameters();
        return new ParameterValue(Comments.stripped(value).toLowerCase(Locale.ROOT), parameters);
    }

    @Nullable
    public String parameter(String name) {
        return parameters.get(name);
    }

    /** Parses the text after the first semicolon. */
    private static final class Reader {

        private final String text;
        private int at;
        private int count;
        private final Map<String, String> plain = new HashMap<>();
        private final Map<String, TreeMap<Integer, Piece>> pieces = new HashMap<>();

        Reader(String text, int at) {
            this.text = text;
            this.at = at;
        }

        Map<String, String> parameters() {
            while (at < text.length() && count++ < MAX_PARAMETERS) {
                one();
            }
            // A parameter in the syntax of RFC 2231 has precedence over the plain parameter that senders add for old
            // readers.
            pieces.forEach((name, list) -> plain.put(name, joined(list)));
            return plain;
        }

        private void one() {
            skip();
            int from = at;
            while (at < text.length() && "=;".indexOf(text.charAt(at)) < 0) {
                at++;
            }
            String name = Comments.stripped(text.substring(from, at)).toLowerCase(Locale.ROOT);
            if (at == text.length() || text.charAt(at) == ';') {
                return;
            }
            at++;
            skip();
            String value = value();
            if (!name.isEmpty()) {
                keep(name, value);
            }
        }

        /** Skips semicolons, white space and comments. */
        private void skip() {
            while (at < text.length()) {
                char c = text.charAt(at);
                if (c == '(') {
                    at = Comments.end(text, at);
                } else if (c <= ' ' || c == ';') {
                    at++;
                } else {
                    return;
                }
            }
        }

        /**
         * Reads a quoted string, or everything up to the next semicolon: many senders do not quote file names with
         * spaces.
         */
        private String value() {
            if (at < text.length() && text.charAt(at) == '"') {
                int end = Comments.quoteEnd(text, at);
                String content = Comments.content(text, at, end);
                int next = text.indexOf(';', end);
                at = next < 0 ? text.length() : next;
                return content;
            }
            int next = text.indexOf(';', at);
            int end = next < 0 ? text.length() : next;
            String value = Comments.stripped(text.substring(Math.min(at, end), end));
            at = end;
            return value;
        }

        private void keep(String name, String value) {
            int star = name.indexOf('*');
            if (star <= 0) {
                plain.putIfAbsent(name, value);
                return;
            }
            boolean encoded = name.endsWith("*");
            String number =
                    name.substring(star + 1, encoded && name.length() - 1 > star ? name.length() - 1 : name.length());
            int index = number.isEmpty() ? 0 : number.matches("[0-9]{1,3}") ? Integer.parseInt(number) : -1;
            if (index >= 0) {
                pieces.computeIfAbsent(name.substring(0, star), key -> new TreeMap<>())
                        .putIfAbsent(index, new Piece(value, encoded));
            }
        }

        /** Joins the sections of a parameter. The charset in the first section applies to all encoded sections. */
        private static String joined(Map<Integer, Piece> list) {
            List<Piece> all = new ArrayList<>(list.values());
            Piece first = all.get(0);
            String charset = "utf-8";
            if (first.encoded()) {
                int language = first.text().indexOf('\'');
                int end = language < 0 ? -1 : first.text().indexOf('\'', language + 1);
                if (end >= 0) {
                    charset = language == 0 ? charset : first.text().substring(0, language);
                    all.set(0, new Piece(first.text().substring(end + 1), true));
                }
            }
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            StringBuilder out = new StringBuilder();
            for (Piece piece : all) {
                if (piece.encoded()) {
                    percent(piece.text(), bytes);
                } else {
                    out.append(MailCharset.decode(charset, bytes.toByteArray()).value());
                    bytes.reset();
                    out.append(piece.text());
                }
            }
            return out.append(MailCharset.decode(charset, bytes.toByteArray()).value())
                    .toString();
        }

        private static void percent(String text, ByteArrayOutputStream bytes) {
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                int code = c == '%' && i + 2 < text.length()
                        ? EncodedWords.hex(text.charAt(i + 1), text.charAt(i + 2))
                        : -1;
                if (code >= 0) {
                    bytes.write(code);
                    i += 2;
                } else if (c < 0x80) {
                    bytes.write(c);
                } else {
                    bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
                }
            }
        }
    }
}
