package svc.mime;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Takes the bytes of a body as they lie in the message and counts, hashes and keeps them decoded. The end of the last line is
 * held back, since it belongs to the boundary where one follows (RFC 2046 §5.1.1).
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
    private int room;

    /** A sink.
     *
     * @param room how many decoded bytes are kept
     * @param buffer for the decoder; of sinks with one buffer only one is written to at a time
     */
    BodySink(TransferEncoding encoding, boolean hash, int room, byte[] buffer) {
        this.digest = hash ? sha256() : null;
        this.room = room;
        this.decoder = encoding.decoding(new Tail(), buffer);
    }

    private static MessageDigest sha256() {
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

    /** How many bytes at the end may be the end of a line. */
    private static int tail(byte[] bytes, int from, int end) {
        byte last = bytes[end - 1];
        if (last == '\r') {
            return 1;
        }
        return last != '\n' ? 0 : end - from > 1 && bytes[end - 2] == '\r' ? 2 : 1;
    }

    /** What was held back is none of a boundary. 1: a CR, 2: CRLF, -1: a LF alone. */
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

    /** Nothing more comes.
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

    /** How many bytes the body has as it lies in the message. */
    long length() {
        return length;
    }

    /** Size and hash of the decoded bytes. */
    Entity.Found found() {
        return new Entity.Found(size, digest == null ? null : digest.digest());
    }

    /** The beginning of the decoded bytes. */
    byte[] kept() {
        return keeps == kept.length ? kept : Arrays.copyOf(kept, keeps);
    }

    /** Where decoded bytes go. */
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
            int take = Math.min(count, room);
            if (take > 0) {
                if (keeps + take > kept.length) {
                    kept = Arrays.copyOf(kept, Math.max(Math.max(FIRST, keeps + take), kept.length * 2));
                }
                System.arraycopy(bytes, from, kept, keeps, take);
                keeps += take;
                room -= take;
            }
        }
    }
}
