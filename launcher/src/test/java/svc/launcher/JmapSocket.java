package svc.launcher;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client of the JMAP WebSocket. */
final class JmapSocket implements WebSocket.Listener, AutoCloseable {

    private static final HttpClient CLIENT = HttpClient.newHttpClient();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final long LONGEST_SECONDS = 20;

    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    private final BlockingQueue<Integer> closes = new LinkedBlockingQueue<>();
    private final StringBuilder part = new StringBuilder();
    private @Nullable WebSocket socket;

    private JmapSocket() {}

    static JmapSocket of(SignedIn otherUser) {
        JmapSocket made = new JmapSocket();
        made.socket = CLIENT.newWebSocketBuilder()
                .subprotocols("jmap")
                .header("Authorization", "Bearer " + otherUser.token())
                .buildAsync(URI.create(url(otherUser.server()) + "/jmap/ws"), made)
                .join();
        return made;
    }

    private static String url(RunningServer server) {
        return server.url().replaceFirst("^http", "ws");
    }

    /** Returns the status of a rejected handshake. */
    static int refused(RunningServer server, String query, String subprotocol, String authorization) {
        WebSocket.Builder builder = CLIENT.newWebSocketBuilder();
        if (!subprotocol.isEmpty()) {
            builder.subprotocols(subprotocol);
        }
        if (!authorization.isEmpty()) {
            builder.header("Authorization", authorization);
        }
        try {
            builder.buildAsync(URI.create(url(server) + "/jmap/ws" + query), new JmapSocket())
                    .join()
                    .abort();
            return 101;
        } catch (CompletionException e) {
            return requireNonNull((WebSocketHandshakeException) e.getCause())
                    .getResponse()
                    .statusCode();
        }
    }

    WebSocket socket() {
        return requireNonNull(socket);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        part.append(data);
        if (last) {
            messages.add(part.toString());
            part.setLength(0);
        }
        from.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket from, int code, String reason) {
        closes.add(code);
        return null;
    }

    @Override
    public void onError(WebSocket from, Throwable failure) {
        closes.add(1006);
    }

    void send(String text) {
        socket().sendText(text, true).join();
    }

    /** Sends a text, which has no effect if the server has closed the socket in the meantime. */
    void sendUnlessClosed(String text) {
        socket().sendText(text, true).handle((sent, failure) -> sent).join();
    }

    void sendBytes(byte[] bytes) {
        socket().sendBinary(ByteBuffer.wrap(bytes), true).join();
    }

    /** Returns the next message. */
    JsonNode next() {
        @Nullable JsonNode message = poll(Duration.ofSeconds(LONGEST_SECONDS));
        if (message == null) {
            throw new AssertionError("no message came, closed with " + closes);
        }
        return message;
    }

    /** Returns the next message within a time, or null. */
    @Nullable
    JsonNode poll(Duration within) {
        try {
            String message = messages.poll(within.toMillis(), TimeUnit.MILLISECONDS);
            return message == null ? null : JSON.readTree(message);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Returns the close code of the server. */
    int closed() {
        try {
            Integer code = closes.poll(LONGEST_SECONDS, TimeUnit.SECONDS);
            if (code == null) {
                throw new AssertionError("not closed");
            }
            return code;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        socket().abort();
    }
}
