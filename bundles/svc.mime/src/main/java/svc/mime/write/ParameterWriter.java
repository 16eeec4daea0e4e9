package svc.mime.write;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Pattern;
import svc.mime.write.MessageDraft.Field;

/**
 * Writes fields with parameters (RFC 2045 §5.1). Values that are not ASCII are encoded, and long values are split into
 * sections (RFC 2231).
 */
final class ParameterWriter {

    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`{|}~-]+");
    private static final String SAFE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!#$&+-.^_`{|}~";
    /** The length of a section of a long value, chosen so that a section fits in a line. */
    private static final int PIECE = 50;

    private ParameterWriter() {}

    /** Returns a field with parameters. */
    static Field field(String name, String value, Map<String, String> parameters) {
        Folding out = new Folding(name);
        out.word(removeControls(value) + (parameters.isEmpty() ? "" : ";"));
        int left = parameters.size();
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            left--;
            parameter(parameter.getKey(), removeControls(parameter.getValue()), left > 0 ? ";" : "", out);
        }
        String line = out.line();
        return new Field(name, new MessageDraft.Value.Raw(line.substring(name.length() + 1, line.length() - 2)));
    }

    private static String removeControls(String text) {
        StringBuilder result = new StringBuilder(text.length());
        text.codePoints().filter(c -> !Character.isISOControl(c)).forEach(result::appendCodePoint);
        return result.toString();
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
        StringBuilder encoded = new StringBuilder("utf-8''");
        int number = 0;
        for (byte octet : value.getBytes(StandardCharsets.UTF_8)) {
            if (encoded.length() > PIECE) {
                out.word(name + '*' + number + "*=" + encoded + ';');
                number++;
                encoded.setLength(0);
            }
            if (SAFE.indexOf(octet) >= 0) {
                encoded.append((char) octet);
            } else {
                encoded.append('%').append(String.format("%02X", octet & 0xff));
            }
        }
        out.word(name + (number == 0 ? "*=" : "*" + number + "*=") + encoded + after);
    }
}
