package svc.shell.socket;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

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
 *
 * <p>The server and the launcher use this class; the build copies it into the launcher, which cannot import a bundle.
 */
public final class Frames {

    static final byte VERSION = 1;
    static final byte REQUEST = 'Q';
    public static final byte INPUT = 'I';
    public static final byte END = 'E';
    public static final byte OUT = 'O';
    public static final byte ERR = 'R';
    public static final byte PROGRESS = 'P';
    public static final byte EXIT = 'X';
    public static final byte NEXT = 'N';

    static final int LONGEST_REQUEST = 262_144;
    static final int LONGEST_INPUT = 65_536;
    private static final int LONGEST_OUTPUT = 32_768;
    private static final int HEAD = 5;
    private static final byte[] MAGIC = "SVC".getBytes(StandardCharsets.US_ASCII);

    private static final Map<Byte, Integer> FROM_CLIENT =
            Map.of(REQUEST, LONGEST_REQUEST, INPUT, LONGEST_INPUT, END, 0);
    private static final Map<Byte, Integer> FROM_SERVER =
            Map.of(OUT, LONGEST_INPUT, ERR, LONGEST_INPUT, PROGRESS, LONGEST_INPUT, EXIT, Integer.BYTES, NEXT, 0);

    private final ByteChannel channel;
    private final Map<Byte, Integer> longest;
    private final Object writing = new Object();

    private Frames(ByteChannel channel, Map<Byte, Integer> longest) {
        this.channel = channel;
        this.longest = longest;
    }

    /** Returns the server's side of a connection. */
    static Frames ofServer(ByteChannel channel) {
        return new Frames(channel, FROM_CLIENT);
    }

    /** Returns the client's side of a connection. */
    public static Frames ofClient(ByteChannel channel) {
        return new Frames(channel, FROM_SERVER);
    }

    /** Thrown if the other side violates the protocol. */
    public static final class Garbled extends IOException {
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
    public record Frame(byte type, ByteBuffer content) {}

    /** Writes the opening and the request of the client. */
    public void open(String mode, Path directory, List<String> words) throws IOException {
        List<byte[]> texts = Stream.concat(
                        Stream.of(mode, directory.toAbsolutePath().toString()), words.stream())
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
        int length =
                texts.stream().mapToInt(text -> Integer.BYTES + text.length).sum();
        ByteBuffer request = ByteBuffer.allocate(length);
        texts.forEach(text -> request.putInt(text.length).put(text));
        write(ByteBuffer.allocate(MAGIC.length + 1).put(MAGIC).put(VERSION).flip());
        send(REQUEST, request.array(), 0, length);
    }

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
    public Frame next() throws IOException {
        ByteBuffer head = read(HEAD);
        byte type = head.get();
        int length = head.getInt();
        Integer most = longest.get(type);
        if (most == null) {
            throw new Garbled("a frame of an unknown type");
        }
        if (length < 0 || length > most) {
            throw new Garbled("a frame that is too long");
        }
        return new Frame(type, read(length));
    }

    private ByteBuffer read(int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("the connection has ended");
            }
        }
        return buffer.flip();
    }

    public void send(byte type, byte[] bytes, int from, int length) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(HEAD + length);
        frame.put(type).putInt(length).put(bytes, from, length).flip();
        write(frame);
    }

    private void write(ByteBuffer bytes) throws IOException {
        synchronized (writing) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
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
     * Reads until the client closes the connection. The client may still be sending the end of its input. If the server
     * closed a socket with unread bytes, the client would lose the response.
     */
    void awaitEnd() throws IOException {
        ByteBuffer unread = ByteBuffer.allocate(LONGEST_OUTPUT);
        while (channel.read(unread) >= 0) {
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
