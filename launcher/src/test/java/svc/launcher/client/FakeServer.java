package svc.launcher.client;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The server side of the command socket for one connection: reads the whole request, then sends prepared bytes. */
final class FakeServer implements AutoCloseable {

    private final ServerSocketChannel server;
    private final Thread thread;
    private final CompletableFuture<Heard> heard = new CompletableFuture<>();

    /**
     * The request of a client.
     *
     * @param opening the first four bytes
     * @param request mode, directory and words
     * @param input its standard input
     */
    record Heard(String opening, List<String> request, String input) {}

    /** Builds a response. */
    static final class Answer {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Answer frame(char type, byte[] content) {
            bytes.writeBytes(ByteBuffer.allocate(5)
                    .put((byte) type)
                    .putInt(content.length)
                    .array());
            bytes.writeBytes(content);
            return this;
        }

        Answer frame(char type, String text) {
            return frame(type, text.getBytes(StandardCharsets.UTF_8));
        }

        Answer exit(int code) {
            return frame('X', ByteBuffer.allocate(4).putInt(code).array());
        }
    }

    FakeServer(Path socket, Answer answer) throws IOException {
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX).bind(UnixDomainSocketAddress.of(socket));
        thread = new Thread(() -> serve(answer), "fake-server");
        thread.setDaemon(true);
        thread.start();
    }

    Heard heard() {
        return heard.join();
    }

    private void serve(Answer answer) {
        try (SocketChannel client = server.accept()) {
            DataInputStream in = new DataInputStream(Channels.newInputStream(client));
            String opening = new String(in.readNBytes(4), StandardCharsets.ISO_8859_1);
            List<String> request = List.of();
            StringBuilder input = new StringBuilder();
            for (byte type = in.readByte(); type != 'E'; type = in.readByte()) {
                byte[] content = in.readNBytes(in.readInt());
                if (type == 'Q') {
                    request = texts(content);
                } else {
                    input.append(new String(content, StandardCharsets.UTF_8));
                }
            }
            in.readInt();
            heard.complete(new Heard(opening, request, input.toString()));
            client.write(ByteBuffer.wrap(answer.bytes.toByteArray()));
        } catch (IOException e) {
            heard.completeExceptionally(e);
        }
    }

    private static List<String> texts(byte[] content) throws IOException {
        List<String> texts = new ArrayList<>();
        ByteBuffer rest = ByteBuffer.wrap(content);
        while (rest.hasRemaining()) {
            byte[] text = new byte[rest.getInt()];
            if (text.length > rest.remaining()) {
                throw new EOFException("a text longer than its frame");
            }
            rest.get(text);
            texts.add(new String(text, StandardCharsets.UTF_8));
        }
        return texts;
    }

    /**
     * Stops listening. A channel that is closed while a thread accepts from it listens until the thread leaves
     * {@code accept}, so this method waits for the thread.
     */
    @Override
    public void close() throws IOException {
        server.close();
        thread.interrupt();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
