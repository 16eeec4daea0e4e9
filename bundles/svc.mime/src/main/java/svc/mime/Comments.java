package svc.mime;

/** Comments of structured header fields (RFC 5322 §3.2.2). */
final class Comments {

    private Comments() {}

    /** A value without its comments and the white space around it; what stands in quotes is no comment. */
    static String stripped(String value) {
        if (value.indexOf('(') < 0) {
            return value.strip();
        }
        StringBuilder kept = new StringBuilder(value.length());
        int at = 0;
        while (at < value.length()) {
            char c = value.charAt(at);
            if (c == '(') {
                at = end(value, at);
                kept.append(' ');
            } else if (c == '"') {
                int end = quoteEnd(value, at);
                kept.append(value, at, end);
                at = end;
            } else {
                kept.append(c);
                at++;
            }
        }
        return kept.toString().strip();
    }

    /** The place after the comment that begins at a place; the end of the text where it does not end. */
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

    /** The place after the quoted string that begins at a place. */
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

    /** What is between quotes or parentheses, with quoted pairs as the characters that they stand for. */
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
