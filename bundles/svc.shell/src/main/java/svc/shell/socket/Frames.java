package svc.shell;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;

/**
 * The protocol of the socket. The client opens with {@code SVC} and a version byte; then both sides send frames: a type
 * byte, a length of four bytes, the content.
 *
 * <p>From the client {@link #REQUEST} (texts, each with its length: mode, directory, words), {@link #INPUT} (bytes of its
 * standard input) and {@link #END} of it; from the server {@link #OUT}, {@link #ERR}, {@link #PROGRESS} (how much is done and how
 * much there is, each a number of eight bytes, and a text) and at last {@link #EXIT} (a number of
 * four bytes). The modes are {@code command}, {@code shell} and {@code script}: a shell without a prompt.
 *
 * <p>Own code over the channel, because a stream made by {@code java.nio.channels.Channels} cannot read while another thread
 * writes.
 */
final class Frames {

    static final byte VERSION = 1;
    static final byte REQUEST = 'Q';
    static final byte INPUT = 'I';
    static final byte END = 'E';
    static final byte OUT = 'O';
    static final byte ERR = 'R';
    static final byte PROGRESS = 'P';
    static final byte EXIT = 'X';

    static final int LONGEST_REQUEST = 262_144;
    static final int LONGEST_INPUT = 65_536;
    private static final int LONGEST_OUTPUT = 32_768;
    private static final int HEAD = 5;
    private static final byte[] MAGIC = "SVC".getBytes(StandardCharsets.US_ASCII);

    private final ReadableByteChannel in;
    private final WritableByteChannel out;
    private final Object writing = new Object();

    Frames(ReadableByteChannel in, WritableByteChannel out) {
        this.in = in;
        this.out = out;
    }

    /** What the other side says is not the protocol. */
    static final class Garbled extends IOException {
        @java.io.Serial
        private static final long serialVersionUID = 1L;

        Garbled(String message) {
            super(message);
        }
    }

    /**
     * One frame.
     *
     * @param type one of the constants
     * @param content ready to be read
     */
    record Frame(byte type, ByteBuffer content) {}

    /** Reads the client's opening; the version it speaks. */
    byte opening() throws IOException {
        ByteBuffer opening = read(MAGIC.length + 1);
        for (byte expected : MAGIC) {
            if (opening.get() != expected) {
                throw new Garbled("whoever connected is not svc");
            }
        }
        return opening.get();
    }

    /** The next frame. */
    Frame next() throws IOException {
        ByteBuffer head = read(HEAD);
        byte type = head.get();
        int length = head.getInt();
        int longest = switch (type) {
            case REQUEST -> LONGEST_REQUEST;
            case INPUT -> LONGEST_INPUT;
            case END -> 0;
            default -> throw new Garbled("a frame of an unknown type");
        };
        if (length < 0 || length > longest) {
            throw new Garbled("a frame that is too long");
        }
        return new Frame(type, read(length));
    }

    private ByteBuffer read(int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining()) {
            if (in.read(buffer) < 0) {
                throw new EOFException("the connection has ended");
            }
        }
        return buffer.flip();
    }

    void send(byte type, byte[] bytes, int from, int length) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(HEAD + length);
        frame.put(type).putInt(length).put(bytes, from, length).flip();
        synchronized (writing) {
            while (frame.hasRemaining()) {
                out.write(frame);
            }
        }
    }

    void exit(int code) throws IOException {
        send(EXIT, ByteBuffer.allocate(Integer.BYTES).putInt(code).array(), 0, Integer.BYTES);
    }

    void progress(long done, long total, String what) throws IOException {
        byte[] text = what.getBytes(StandardCharsets.UTF_8);
        ByteBuffer content = ByteBuffer.allocate(2 * Long.BYTES + text.length);
        content.putLong(done).putLong(total).put(text);
        send(PROGRESS, content.array(), 0, content.capacity());
    }

    /**
     * Reads until the other side closes. Whoever closes a socket with bytes unread takes the answer away from the other
     * side, which may still be sending the end of its input.
     */
    void awaitEnd() throws IOException {
        ByteBuffer unread = ByteBuffer.allocate(LONGEST_OUTPUT);
        while (in.read(unread) >= 0) {
            unread.clear();
        }
    }

    /** A stream whose bytes become frames of {@code type}. */
    OutputStream stream(byte type) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                write(new byte[] {(byte) b}, 0, 1);
            }

            @Override
            public void write(byte[] bytes, int from, int length) throws IOException {
                for (int at = 0; at < length; at += LONGEST_OUTPUT) {
                    send(type, bytes, from + at, Math.min(LONGEST_OUTPUT, length - at));
                }
            }
        };
    }
}
