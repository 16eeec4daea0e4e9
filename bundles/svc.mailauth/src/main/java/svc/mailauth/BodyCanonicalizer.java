package svc.mailauth;

/**
 * Canonicalizes a body (RFC 6376 §3.4.3, §3.4.4) while its octets arrive. Only CRLF ends a line; a bare CR or LF is an
 * ordinary octet.
 */
final class BodyCanonicalizer {

    private final boolean relaxed;
    private final Sink sink;
    private final byte[] buffer = new byte[8_192];
    private int buffered;

    /** Whether a CR has arrived whose next octet is not known yet. */
    private boolean carriageReturn;

    /** Whether white space has arrived that counts only if text follows in the same line. */
    private boolean space;

    /** The line ends that count only if text follows. */
    private long lineEnds;

    private boolean empty = true;

    BodyCanonicalizer(boolean relaxed, Sink sink) {
        this.relaxed = relaxed;
        this.sink = sink;
    }

    /** Receives the canonicalized octets. */
    @FunctionalInterface
    interface Sink {
        /** Takes the first octets of a buffer. */
        void take(byte[] octets, int length);
    }

    void write(byte[] octets, int from, int length) {
        for (int at = from; at < from + length; at++) {
            next(octets[at]);
        }
    }

    private void next(byte octet) {
        if (carriageReturn) {
            carriageReturn = false;
            if (octet == '\n') {
                space = false;
                lineEnds++;
                return;
            }
            text((byte) '\r');
        }
        if (octet == '\r') {
            carriageReturn = true;
        } else if (relaxed && (octet == ' ' || octet == '\t')) {
            space = true;
        } else {
            text(octet);
        }
    }

    /** Emits an octet of text after the line ends and the white space before it. */
    private void text(byte octet) {
        for (; lineEnds > 0; lineEnds--) {
            emit((byte) '\r');
            emit((byte) '\n');
        }
        if (space) {
            space = false;
            emit((byte) ' ');
        }
        emit(octet);
        empty = false;
    }

    private void emit(byte octet) {
        if (buffered == buffer.length) {
            flush();
        }
        buffer[buffered++] = octet;
    }

    private void flush() {
        sink.take(buffer, buffered);
        buffered = 0;
    }

    /** Ends the body: one line end replaces those at its end. An empty body stays empty if it is relaxed. */
    void end() {
        if (carriageReturn) {
            carriageReturn = false;
            text((byte) '\r');
        }
        if (!relaxed || !empty) {
            emit((byte) '\r');
            emit((byte) '\n');
        }
        flush();
    }
}
