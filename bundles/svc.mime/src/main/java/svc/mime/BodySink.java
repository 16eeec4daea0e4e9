package svc.mime;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Receives the raw bytes of a body. The sink counts and decodes these bytes, hashes the decoded bytes, and keeps the
 * beginning of the decoded bytes. A line break at the end of the bytes is not decoded until more bytes follow, because
 * it may be part of a boundary that follows (RFC 2046 §5.1.1).
 */
final class BodySink {

    private static final byte[] CRLF = {'\r', '\n'};
    private static final int FIRST = 1_024;

    private final OutputStream decoder;
    private final @Nullable MessageDigest digest;
    private long size;
    private long length;
    private int held;

    private byte[] kept = {};
    private int keeps;
    private int limit;

    /**
     * Creates a sink.
     *
     * @param limit the number of decoded bytes to keep
     * @param buffer the buffer of the decoder; sinks that share a buffer must not be written to at the same time
     */
    BodySink(TransferEncoding encoding, boolean hash, int limit, byte[] buffer) {
        this.digest = hash ? sha256() : null;
        this.limit = limit;
        this.decoder = encoding.decoding(new Tail(), buffer);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    void write(byte[] bytes, int from, int end) {
        if (from == end) {
            return;
        }
        int tail = tail(bytes, from, end);
        if (tail == 1 && end - from == 1 && held == 1 && bytes[from] == '\n') {
            held = 2;
            return;
        }
        release();
        decode(bytes, from, end - from - tail);
        held = tail == 1 && bytes[end - 1] == '\n' ? -1 : tail;
    }

    /** Returns the number of bytes at the end that may be a line break. */
    private static int tail(byte[] bytes, int from, int end) {
        byte last = bytes[end - 1];
        if (last == '\r') {
            return 1;
        }
        return last != '\n' ? 0 : end - from > 1 && bytes[end - 2] == '\r' ? 2 : 1;
    }

    /**
     * Decodes the line break in {@code held}, because no boundary follows it. The values of {@code held} are 1 for CR,
     * 2 for CRLF and -1 for LF.
     */
    private void release() {
        switch (held) {
            case 1 -> decode(CRLF, 0, 1);
            case 2 -> decode(CRLF, 0, 2);
            case -1 -> decode(CRLF, 1, 1);
            default -> {}
        }
        held = 0;
    }

    private void decode(byte[] bytes, int from, int count) {
        length += count;
        try {
            decoder.write(bytes, from, count);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Ends the body.
     *
     * @param boundary whether a boundary follows
     */
    void end(boolean boundary) {
        if (boundary) {
            held = 0;
        }
        release();
        try {
            decoder.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the number of raw bytes of the body. */
    long length() {
        return length;
    }

    /** Returns the size and hash of the decoded bytes. */
    Entity.Found found() {
        return new Entity.Found(size, digest == null ? null : digest.digest());
    }

    /** Returns the beginning of the decoded bytes, up to the limit. */
    byte[] text() {
        return keeps == kept.length ? kept : Arrays.copyOf(kept, keeps);
    }

    /** Receives the decoded bytes. */
    private final class Tail extends OutputStream {

        @Override
        public void write(int octet) {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) {
            size += count;
            if (digest != null) {
                digest.update(bytes, from, count);
            }
            int take = Math.min(count, limit);
            if (take > 0) {
                if (keeps + take > kept.length) {
                    kept = Arrays.copyOf(kept, Math.max(Math.max(FIRST, keeps + take), kept.length * 2));
                }
                System.arraycopy(bytes, from, kept, keeps, take);
                keeps += take;
                limit -= take;
            }
        }
    }
}
