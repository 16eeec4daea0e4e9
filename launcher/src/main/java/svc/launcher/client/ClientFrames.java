package svc.launcher.client;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The client side of the protocol of the command socket: {@code SVC} and a version byte, then frames of a type byte, a
 * length of four bytes and the content. The bundle svc.shell implements and documents the other side.
 */
final class ClientFrames {

    static final byte OUT = 'O';
    static final byte ERR = 'R';
    static final byte PROGRESS = 'P';
    static final byte EXIT = 'X';
    static final byte NEXT = 'N';
    private static final byte REQUEST = 'Q';
    private static final byte INPUT = 'I';
    private static final byte END = 'E';
    private static final byte[] OPENING = {'S', 'V', 'C', 1};
    private static final int HEAD = 5;
    private static final int LONGEST = 65_536;

    private final SocketChannel channel;
    private final Object writing = new Object();

    ClientFrames(SocketChannel channel) {
        this.channel = channel;
    }

    /**
     * A frame.
     *
     * @param type one of the constants
     * @param content the content, positioned at its beginning
     */
    record Frame(byte type, ByteBuffer content) {}

    void open(String mode, Path directory, List<String> words) throws IOException {
        List<String> texts =
                new ArrayList<>(List.of(mode, directory.toAbsolutePath().toString()));
        texts.addAll(words);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(content);
        for (String text : texts) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            data.writeInt(bytes.length);
            data.write(bytes);
        }
        write(ByteBuffer.wrap(OPENING));
        send(REQUEST, content.toByteArray(), content.size());
    }

    void input(byte[] bytes, int length) throws IOException {
        send(INPUT, bytes, length);
    }

    void end() throws IOException {
        send(END, new byte[0], 0);
    }

    private void send(byte type, byte[] bytes, int length) throws IOException {
        ByteBuffer frame = ByteBuffer.allocate(HEAD + length);
        write(frame.put(type).putInt(length).put(bytes, 0, length).flip());
    }

    private void write(ByteBuffer bytes) throws IOException {
        synchronized (writing) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
        }
    }

    Frame next() throws IOException {
        ByteBuffer head = read(HEAD);
        byte type = head.get();
        int length = head.getInt();
        if (length < 0 || length > LONGEST) {
            throw new EOFException("not the protocol");
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
}
