package svc.mime;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;

/** Writes fields with parameters (RFC 2045 §5.1), encoded where they are not ASCII, and in pieces where they are long (RFC 2231). */
final class ParameterWriter {

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`{|}~-]+");
    private static final String SAFE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$&+-.^_`{|}~";
    /** A piece of a value, so that it fits into a line. */
    private static final int PIECE = 50;

    private ParameterWriter() {}

    /** A field. */
    static Draft.Field field(String name, String value, Map<String, String> parameters) {
        Folding out = new Folding(name);
        out.word(clean(value) + (parameters.isEmpty() ? "" : ";"));
        int left = parameters.size();
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            left--;
            parameter(parameter.getKey(), clean(parameter.getValue()), left > 0 ? ";" : "", out);
        }
        String line = out.line();
        return new Draft.Field(name, new Draft.Value.Raw(line.substring(name.length() + 1, line.length() - 2)));
    }

    private static String clean(String text) {
        StringBuilder clean = new StringBuilder(text.length());
        text.codePoints().filter(c -> !Character.isISOControl(c)).forEach(clean::appendCodePoint);
        return clean.toString();
    }

    private static void parameter(String name, String value, String after, Folding out) {
        boolean ascii = value.chars().allMatch(c -> c >= ' ' && c < 0x7f) && !value.contains("=?");
        if (ascii && value.length() + name.length() <= Folding.LINE - 6) {
            String quoted =
                    TOKEN.matcher(value).matches() ? value : '"' + value.replaceAll("([\\\\\"])", "\\\\$1") + '"';
            out.word(name + '=' + quoted + after);
        } else {
            pieces(name, value, after, out);
        }
    }

    private static void pieces(String name, String value, String after, Folding out) {
        StringBuilder piece = new StringBuilder("utf-8''");
        int number = 0;
        for (byte octet : value.getBytes(StandardCharsets.UTF_8)) {
            if (piece.length() > PIECE) {
                out.word(name + '*' + number + "*=" + piece + ';');
                number++;
                piece.setLength(0);
            }
            if (SAFE.indexOf(octet) >= 0) {
                piece.append((char) octet);
            } else {
                piece.append('%').append(String.format("%02X", octet & 0xff));
            }
        }
        out.word(name + (number == 0 ? "*=" : "*" + number + "*=") + piece + after);
    }
}
