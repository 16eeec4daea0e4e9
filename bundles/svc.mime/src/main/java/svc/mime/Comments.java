package svc.mime;

/** Finds comments and quoted strings in structured header fields (RFC 5322 §3.2.2 and §3.2.4). */
final class Comments {

    private Comments() {}

    /**
     * Returns the value without comments, and without white space at its start and end. Parentheses in quoted strings
     * are not comments.
     */
    static String stripped(String value) {
        if (value.indexOf('(') < 0) {
            return value.strip();
        }
        StringBuilder result = new StringBuilder(value.length());
        int at = 0;
        while (at < value.length()) {
            char c = value.charAt(at);
            if (c == '(') {
                at = end(value, at);
                result.append(' ');
            } else if (c == '"') {
                int end = quoteEnd(value, at);
                result.append(value, at, end);
                at = end;
            } else {
                result.append(c);
                at++;
            }
        }
        return result.toString().strip();
    }

    /**
     * Returns the position after the comment that starts at {@code from}; the end of the text if the comment is not
     * closed.
     */
    static int end(String value, int from) {
        int depth = 0;
        int at = from;
        while (at < value.length()) {
            char c = value.charAt(at++);
            if (c == '\\') {
                at++;
            } else if (c == '(') {
                depth++;
            } else if (c == ')') {
                depth--;
                if (depth == 0) {
                    return at;
                }
            }
        }
        return value.length();
    }

    /** Returns the position after the quoted string that starts at {@code from}. */
    static int quoteEnd(String value, int from) {
        int at = from + 1;
        while (at < value.length()) {
            char c = value.charAt(at++);
            if (c == '\\') {
                at++;
            } else if (c == '"') {
                return at;
            }
        }
        return value.length();
    }

    /** Returns the text between quotes or parentheses, with quoted pairs unescaped. */
    static String content(String value, int from, int end) {
        StringBuilder content = new StringBuilder(end - from);
        char closing = value.charAt(from) == '(' ? ')' : '"';
        int stop = end - 1 > from && value.charAt(end - 1) == closing ? end - 1 : end;
        for (int at = from + 1; at < stop; at++) {
            char c = value.charAt(at);
            if (c == '\\' && at + 1 < stop) {
                c = value.charAt(++at);
            }
            content.append(c);
        }
        return content.toString();
    }
}
