package svc.shell.socket;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;

/**
 * The protocol of the command socket. The client opens with {@code SVC} and a version byte. Then both sides send
 * frames: a type byte, a length of four bytes, and the content.
 *
 * <p>The client sends {@link #REQUEST} (strings, each with its length: mode, directory, words), {@link #INPUT} (bytes
 * of its standard input) and {@link #END} (end of its standard input). The server sends {@link #OUT}, {@link #ERR},
 * {@link #PROGRESS} (the numbers done and total of eight bytes each, and a string) and at last {@link #EXIT} (a number
 * of four bytes). The modes are {@code command}, {@code shell}, {@code script} (a shell without a prompt) and
 * {@code lines}: a shell whose client edits the lines itself and gets {@link #NEXT} when the server expects the next
 * line.
 *
 * <p>Frames are written to the channel directly, because a stream of {@code java.nio.channels.Channels} cannot read
 * while another thread writes.
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
    static final byte NEXT = 'N';

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

    /** Thrown if the other side violates the protocol. */
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
     * @param content the content, ready to be read
     */
    record Frame(byte type, ByteBuffer content) {}

    /** Reads the opening of the client. Returns its protocol version. */
    byte opening() throws IOException {
        ByteBuffer opening = read(MAGIC.length + 1);
        for (byte expected : MAGIC) {
            if (opening.get() != expected) {
                throw new Garbled("the client is not svc");
            }
        }
        return opening.get();
    }

    /** Reads the next frame. */
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

    void wantNext() throws IOException {
        send(NEXT, new byte[0], 0, 0);
    }

    void progress(long done, long total, String what) throws IOException {
        byte[] text = what.getBytes(StandardCharsets.UTF_8);
        ByteBuffer content = ByteBuffer.allocate(2 * Long.BYTES + text.length);
        content.putLong(done).putLong(total).put(text);
        send(PROGRESS, content.array(), 0, content.capacity());
    }

    /**
     * Reads until the client closes the connection. Closing a socket with unread bytes would discard the response at
     * the client, which may still be sending the end of its input.
     */
    void awaitEnd() throws IOException {
        ByteBuffer unread = ByteBuffer.allocate(LONGEST_OUTPUT);
        while (in.read(unread) >= 0) {
            unread.clear();
        }
    }

    /** Returns a stream that writes frames of {@code type}. */
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
