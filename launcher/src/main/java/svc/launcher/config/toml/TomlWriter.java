package svc.launcher.config.toml;

import java.lang.reflect.Array;

/** Writes values as TOML, and texts of unknown origin in a form that can be shown. */
public final class TomlWriter {

    /** The maximum length of a text in a message; most paths fit. */
    private static final int SHOWN = 120;

    private TomlWriter() {}

    /** Returns a value, or an array of values, in the form in which it is written after the equals sign. */
    public static String value(Object value) {
        if (value.getClass().isArray()) {
            StringBuilder list = new StringBuilder("[");
            for (int i = 0; i < Array.getLength(value); i++) {
                list.append(i == 0 ? "" : ", ").append(value(Array.get(value, i)));
            }
            return list.append(']').toString();
        }
        return value instanceof String text ? text(text) : value.toString();
    }

    public static String text(String text) {
        return '"' + escaped(text, Integer.MAX_VALUE) + '"';
    }

    /** Shortens an unchecked text and removes its control characters. */
    public static String shown(String text) {
        return escaped(text, SHOWN);
    }

    private static String escaped(String text, int most) {
        StringBuilder out = new StringBuilder(text.length());
        int count = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            if (count++ == most) {
                return out.append('…').toString();
            }
            int c = text.codePointAt(i);
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (hidden(c)) {
                        out.append(String.format(c > 0xFFFF ? "\\U%08X" : "\\u%04X", c));
                    } else {
                        out.appendCodePoint(c);
                    }
                }
            }
        }
        return out.toString();
    }

    /**
     * Returns whether a character is a control character or changes the direction of writing. Such characters must not
     * be sent to a terminal.
     */
    private static boolean hidden(int c) {
        int type = Character.getType(c);
        return Character.isISOControl(c)
                || type == Character.FORMAT
                || type == Character.SURROGATE
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR
                || type == Character.UNASSIGNED
                || type == Character.PRIVATE_USE;
    }
}
