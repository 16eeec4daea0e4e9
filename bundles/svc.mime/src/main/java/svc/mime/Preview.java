package svc.mime;

/** Computes the preview of a message: a short plain-text excerpt of its body (RFC 8621 §4.1.4). */
public final class Preview {

    private static final int MAX = 256;
    /** The number of characters at the beginning of a text from which the preview is computed. */
    private static final int TEXT = 16_384;

    private Preview() {}

    /**
     * Returns the preview of a message that was read with {@link ReadOptions#text} above 0: at most 256 characters,
     * empty if there is no text. Quoted lines are left out unless all lines are quoted.
     */
    public static String of(Message message) {
        String quoted = "";
        for (Part part : BodyParts.of(message.root()).text()) {
            String text = MessageText.text(message, part);
            String beginning = text.substring(0, Math.min(text.length(), TEXT));
            String withoutQuotes = line(beginning, true);
            if (!withoutQuotes.isEmpty()) {
                return withoutQuotes;
            }
            quoted = quoted.isEmpty() ? line(beginning, false) : quoted;
        }
        return quoted;
    }

    private static String line(String text, boolean withoutQuotes) {
        StringBuilder line = new StringBuilder(MAX);
        int at = 0;
        while (at < text.length() && line.length() <= MAX) {
            int newline = text.indexOf('\n', at);
            int end = newline < 0 ? text.length() : newline;
            if (!withoutQuotes || !(isQuoted(text, at, end) || introduces(text, at, end))) {
                words(text, at, end, line);
            }
            at = end + 1;
        }
        return cut(line);
    }

    private static boolean isQuoted(String text, int from, int end) {
        return from < end && text.charAt(from) == '>';
    }

    /** Returns whether the line introduces a quotation: the line ends with a colon, and a quoted line follows. */
    private static boolean introduces(String text, int from, int end) {
        if (end == from || text.charAt(end - 1) != ':' || end + 1 >= text.length()) {
            return false;
        }
        int next = end + 1;
        while (next < text.length() && text.charAt(next) <= ' ') {
            next++;
        }
        return next < text.length() && text.charAt(next) == '>';
    }

    private static void words(String text, int from, int end, StringBuilder line) {
        space(line);
        for (int at = from; at < end && line.length() <= MAX; at++) {
            char c = text.charAt(at);
            if (Character.isWhitespace(c) || Character.isSpaceChar(c)) {
                space(line);
            } else if (!Character.isISOControl(c) && !isLeftOut(c)) {
                line.append(c);
            }
        }
    }

    /**
     * Returns whether a character is omitted: bidi controls, the soft hyphen and the byte order mark. The joiners
     * U+200C and U+200D are kept, because emoji and Persian need them.
     */
    private static boolean isLeftOut(char c) {
        return c == 0xAD
                || c == 0xFEFF
                || c == 0x61C
                || c == 0x200E
                || c == 0x200F
                || (c >= 0x202A && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069);
    }

    private static void space(StringBuilder line) {
        if (line.length() > 0 && line.charAt(line.length() - 1) != ' ') {
            line.append(' ');
        }
    }

    private static String cut(StringBuilder line) {
        int end = Math.min(line.length(), MAX);
        if (end > 0 && Character.isHighSurrogate(line.charAt(end - 1))) {
            end--;
        }
        return line.substring(0, end).strip();
    }
}
