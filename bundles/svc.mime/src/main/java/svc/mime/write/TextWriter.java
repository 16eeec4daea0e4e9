package svc.mime.write;

/** Writes unstructured text into header fields (RFC 5322 §2.2.1, RFC 2047 §5). */
final class TextWriter {

    private TextWriter() {}

    /** Writes a text. Consecutive words that must be encoded are encoded together with the white space between them. */
    static void write(String given, Folding out) {
        String text = plain(given).stripTrailing();
        int at = 0;
        while (at < text.length()) {
            int from = at;
            while (at < text.length() && text.charAt(at) == ' ') {
                at++;
            }
            String space = from == 0 ? " " : text.substring(from, at);
            int start = from == 0 ? 0 : at;
            int end = wordEnd(text, Math.max(at, start));
            if (!mustEncode(text, start, end)) {
                out.word(space, text.substring(start, end));
                at = end;
                continue;
            }
            int next = end;
            while (next < text.length()) {
                int word = next;
                while (word < text.length() && text.charAt(word) == ' ') {
                    word++;
                }
                int stop = wordEnd(text, word);
                if (!mustEncode(text, next, stop) && !mustEncode(text, word, stop)) {
                    break;
                }
                next = stop;
            }
            encoded(space, text.substring(start, next), out);
            at = next;
        }
    }

    private static int wordEnd(String text, int from) {
        int end = text.indexOf(' ', from);
        return end < 0 ? text.length() : end;
    }

    /**
     * Returns whether a word must be encoded: it is not ASCII, looks like an encoded word, is too long, is empty, or
     * starts with the white space at the beginning of the text.
     */
    private static boolean mustEncode(String text, int from, int end) {
        boolean leadingSpace = from < end && (from == 0 && text.charAt(0) == ' ');
        return leadingSpace
                || from == end
                || end - from > Folding.LONGEST_WORD
                || text.substring(from, end).contains("=?")
                || text.substring(from, end).chars().anyMatch(c -> c > 0x7e);
    }

    private static void encoded(String space, String text, Folding out) {
        String between = space;
        for (String word : WordEncoder.words(text, out.remaining())) {
            out.word(between, word);
            between = " ";
        }
    }

    /** Returns the text in one line without control characters. */
    static String plain(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\r' || c == '\n' || c == '\t') {
                plain.append(' ');
            } else if (!Character.isISOControl(c)) {
                plain.append(c);
            }
        }
        return plain.toString();
    }
}
