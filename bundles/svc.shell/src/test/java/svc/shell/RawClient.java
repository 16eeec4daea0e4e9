package svc.shell;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import svc.shell.Platform.Finished;

/** A client that sends the bytes of the socket protocol, valid or invalid. */
public final class RawClient implements AutoCloseable {

    private final SocketChannel channel;

    public RawClient(Path socket) throws IOException {
        channel = SocketChannel.open(UnixDomainSocketAddress.of(socket));
    }

    public static Finished run(Path socket, String... words) throws IOException {
        return talk(socket, "command", "", words);
    }

    static Finished talk(Path socket, String mode, String input, String... words) throws IOException {
        try (RawClient client = new RawClient(socket)) {
            client.open(mode, "/some/where", words);
            client.frame('I', input.getBytes(StandardCharsets.UTF_8));
            client.frame('E', new byte[0]);
            return client.answer();
        }
    }

    public RawClient open(String mode, String directory, String... words) throws IOException {
        raw("SVC\u0001");
        List<String> texts = new ArrayList<>(List.of(mode, directory));
        texts.addAll(List.of(words));
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        DataOutputStream data = new DataOutputStream(content);
        for (String text : texts) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            data.writeInt(bytes.length);
            data.write(bytes);
        }
        return frame('Q', content.toByteArray());
    }

    public RawClient frame(int type, byte[] content) throws IOException {
        send(ByteBuffer.allocate(5 + content.length)
                .put((byte) type)
                .putInt(content.length)
                .put(content)
                .flip());
        return this;
    }

    public RawClient raw(String latin) throws IOException {
        send(ByteBuffer.wrap(latin.getBytes(StandardCharsets.ISO_8859_1)));
        return this;
    }

    public RawClient send(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes);
        }
        return this;
    }

    /** Reads everything up to the exit code, which is -1 if the connection ends without one, also by a reset. */
    public Finished answer() throws IOException {
        DataInputStream in = new DataInputStream(Channels.newInputStream(channel));
        StringBuilder out = new StringBuilder();
        StringBuilder err = new StringBuilder();
        while (true) {
            try {
                byte type = in.readByte();
                byte[] content = in.readNBytes(in.readInt());
                String text = new String(content, StandardCharsets.UTF_8);
                if (type == 'X') {
                    return new Finished(ByteBuffer.wrap(content).getInt(), out.toString(), err.toString());
                }
                (type == 'O' ? out : err).append(text);
            } catch (EOFException | SocketException e) {
                return new Finished(-1, out.toString(), err.toString());
            }
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
