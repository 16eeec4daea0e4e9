package svc.mime;

/** The line that lists of messages show of the text (RFC 8621 §4.1.4). */
public final class Preview {

    private static final int MAX = 256;
    /** More lines than this are not looked at. */
    private static final int TEXT = 16_384;

    private Preview() {}

    /**
     * That of a message that was read with text; at most 256 characters, empty when there is none. What is quoted is left out,
     * unless all of it is.
     */
    public static String of(Message message) {
        String quoted = "";
        for (Part part : BodyParts.of(message.root()).text()) {
            String text = MessageText.text(message, part);
            String beginning = text.substring(0, Math.min(text.length(), TEXT));
            String own = line(beginning, true);
            if (!own.isEmpty()) {
                return own;
            }
            quoted = quoted.isEmpty() ? line(beginning, false) : quoted;
        }
        return quoted;
    }

    private static String line(String text, boolean own) {
        StringBuilder line = new StringBuilder(MAX);
        int at = 0;
        while (at < text.length() && line.length() <= MAX) {
            int newline = text.indexOf('\n', at);
            int end = newline < 0 ? text.length() : newline;
            if (!own || !(isQuoted(text, at, end) || introduces(text, at, end))) {
                words(text, at, end, line);
            }
            at = end + 1;
        }
        return cut(line);
    }

    private static boolean isQuoted(String text, int from, int end) {
        return from < end && text.charAt(from) == '>';
    }

    /** Whether a line says who wrote what is quoted below it. */
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
            } else if (!Character.isISOControl(c) && Character.getType(c) != Character.FORMAT) {
                line.append(c);
            }
        }
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
