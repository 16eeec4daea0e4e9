package svc.mime;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Decodes quoted-printable (RFC 2045 §6.7). White space at the end of a line is dropped, lower-case hex digits are
 * accepted, and an equals sign that does not begin a code is copied.
 */
final class QuotedPrintableDecoding extends Decoding {

    /**
     * The maximum number of white space characters that may be dropped at the end of a line. A longer run is treated as
     * text.
     */
    private static final int SPACES = 1_000;

    private enum State {
        TEXT,
        /** After an equals sign. */
        EQUALS,
        /** After an equals sign and one hexadecimal digit. */
        DIGIT,
        /** After an equals sign followed by white space or CR; a line break should follow. */
        BREAK
    }

    private State state = State.TEXT;
    private int digit;
    private final byte[] held = new byte[SPACES];
    private int holds;

    QuotedPrintableDecoding(OutputStream out, byte[] buffer) {
        super(out, buffer);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        int end = from + length;
        int at = from;
        while (at < end) {
            if (state == State.TEXT) {
                int stop = plain(bytes, at, end);
                if (stop > at) {
                    release();
                    emit(bytes, at, stop - at);
                    at = stop;
                    continue;
                }
            }
            next(bytes[at++]);
        }
    }

    /** Returns the end of the bytes that are copied unchanged, whatever bytes follow. */
    private static int plain(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end) {
            byte octet = bytes[at];
            if (octet == '=' || octet == ' ' || octet == '\t' || octet == '\r' || octet == '\n') {
                break;
            }
            at++;
        }
        return at;
    }

    private void next(byte octet) throws IOException {
        switch (state) {
            case TEXT -> text(octet);
            case EQUALS -> equals(octet);
            case DIGIT -> digit(octet);
            case BREAK -> lineBreak(octet);
        }
    }

    private void text(byte octet) throws IOException {
        switch (octet) {
            case '=' -> {
                release();
                state = State.EQUALS;
            }
            case ' ', '\t', '\r' -> hold(octet);
            case '\n' -> newline();
            default -> {
                release();
                emit(octet);
            }
        }
    }

    /** Ends a line: drops the white space before the line break, but keeps the CR of the line break. */
    private void newline() throws IOException {
        if (holds > 0 && held[holds - 1] == '\r') {
            emit('\r');
        }
        holds = 0;
        emit('\n');
    }

    private void equals(byte octet) throws IOException {
        if (Character.digit(octet, 16) >= 0) {
            digit = octet;
            state = State.DIGIT;
        } else if (octet == '\n') {
            state = State.TEXT;
        } else if (octet == ' ' || octet == '\t' || octet == '\r') {
            hold(octet);
            state = State.BREAK;
        } else {
            emit('=');
            state = State.TEXT;
            next(octet);
        }
    }

    private void digit(byte octet) throws IOException {
        state = State.TEXT;
        int low = Character.digit(octet, 16);
        if (low >= 0) {
            emit(Character.digit(digit, 16) << 4 | low);
        } else {
            emit('=');
            emit(digit);
            next(octet);
        }
    }

    private void lineBreak(byte octet) throws IOException {
        if (octet == '\n') {
            holds = 0;
            state = State.TEXT;
        } else if ((octet == ' ' || octet == '\t' || octet == '\r') && holds < SPACES) {
            hold(octet);
        } else {
            emit('=');
            state = State.TEXT;
            next(octet);
        }
    }

    private void hold(byte octet) throws IOException {
        if (holds == SPACES) {
            release();
        }
        held[holds++] = octet;
    }

    private void release() throws IOException {
        if (holds > 0) {
            emit(held, 0, holds);
            holds = 0;
        }
    }

    @Override
    void end() throws IOException {
        switch (state) {
            case TEXT -> {}
            case DIGIT -> {
                emit('=');
                emit(digit);
            }
            case EQUALS, BREAK -> holds = 0;
        }
        state = State.TEXT;
        if (holds > 0 && held[holds - 1] == '\r') {
            emit('\r');
        }
        holds = 0;
    }
}
