package svc.proto.imap.grammar;

import org.jspecify.annotations.Nullable;

/**
 * The header of a literal: its length and kind (RFC 9051 §4.3, RFC 7888, RFC 3516).
 *
 * @param size the number of octets; {@link Long#MAX_VALUE} for any larger number
 * @param synchronizing whether the client waits for a continuation request before it sends the octets
 * @param binary whether it is a literal8, which may contain NUL
 * @param end the position after the header and its line end
 */
public record LiteralHeader(long size, boolean synchronizing, boolean binary, int end) {

    /** Returns the header that begins at a position; null if there is none. */
    static @Nullable LiteralHeader in(byte[] octets, int from, int end) {
        boolean binary = from < end && octets[from] == '~';
        int at = from + (binary ? 1 : 0);
        if (at >= end || octets[at++] != '{') {
            return null;
        }
        int digits = at;
        long size = 0;
        while (at < end && octets[at] >= '0' && octets[at] <= '9') {
            int digit = octets[at++] - '0';
            size = size > (Long.MAX_VALUE - digit) / 10 ? Long.MAX_VALUE : size * 10 + digit;
        }
        boolean immediate = at < end && octets[at] == '+';
        int brace = at + (immediate ? 1 : 0);
        if (at == digits || brace >= end || octets[brace] != '}') {
            return null;
        }
        int line = lineEnd(octets, brace + 1, end);
        return line == 0 ? null : new LiteralHeader(size, !immediate, binary, brace + 1 + line);
    }

    /** Returns the header at the end of a line that ends with its line end; null if the line does not end with one. */
    public static @Nullable LiteralHeader atEndOf(byte[] line) {
        int at = line.length - 1;
        while (at >= 0 && (line[at] == '\n' || line[at] == '\r')) {
            at--;
        }
        if (at < 0 || line[at] != '}') {
            return null;
        }
        int brace = at - 1;
        while (brace >= 0 && line[brace] != '{') {
            if (line[brace] != '+' && (line[brace] < '0' || line[brace] > '9')) {
                return null;
            }
            brace--;
        }
        if (brace < 0) {
            return null;
        }
        LiteralHeader header = in(line, brace > 0 && line[brace - 1] == '~' ? brace - 1 : brace, line.length);
        return header == null || header.end() != line.length ? null : header;
    }

    /** Returns the length of the line end at a position: 2 for CRLF, 1 for LF, 0 for none. */
    static int lineEnd(byte[] octets, int at, int end) {
        if (at < end && octets[at] == '\n') {
            return 1;
        }
        return at + 1 < end && octets[at] == '\r' && octets[at + 1] == '\n' ? 2 : 0;
    }
}
