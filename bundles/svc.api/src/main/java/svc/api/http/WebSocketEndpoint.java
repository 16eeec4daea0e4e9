package svc.api.http;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Answers WebSocket handshakes at a path: register it as a service with {@link HttpRoute}. Compression of messages
 * ({@code permessage-deflate}) is agreed on by the server without the endpoint.
 *
 * <p>Threading: {@link #open} is called on the thread of the handshake, several at once. Lifecycle: when the service goes,
 * its channels are closed with 1001, as they are when the server ends.
 */
@ConsumerType
public interface WebSocketEndpoint {

    /** Accepts or refuses a handshake. What it throws is answered with 500. */
    Answer open(Handshake handshake);

    /**
     * The request of a client that wants a WebSocket.
     *
     * @param path the path, as sent
     * @param query the text after the question mark
     * @param headers all fields by their lower-case names
     * @param subprotocols what the client offers, in its order
     * @param remoteAddress the client's address, behind a trusted proxy that of the proxy's client
     * @param origin scheme, host and port by which the client reached the server: {@code wss://mail.example.org}
     */
    record Handshake(
            String path,
            Optional<String> query,
            Map<String, List<String>> headers,
            List<String> subprotocols,
            String remoteAddress,
            String origin) {

        /** The first value of a field. */
        public Optional<String> header(String lowerCaseName) {
            return headers.getOrDefault(lowerCaseName, List.of()).stream().findFirst();
        }
    }

    /** What becomes of a handshake. */
    sealed interface Answer permits Accept, Refuse {}

    /**
     * The channel opens.
     *
     * @param subprotocol one of those offered
     * @param maxMessageBytes a longer message closes the channel with 1009
     * @param listener is told what happens on this one channel
     */
    record Accept(Optional<String> subprotocol, int maxMessageBytes, Listener listener) implements Answer {}

    /**
     * No channel: an HTTP answer.
     *
     * @param status 400 or more
     * @param headers its fields, such as {@code WWW-Authenticate}
     * @param problem the body as {@code application/problem+json}; empty for the plain one of that status
     */
    record Refuse(int status, Map<String, String> headers, Optional<String> problem) implements Answer {
        /** A plain refusal. */
        public Refuse(int status) {
            this(status, Map.of(), Optional.empty());
        }
    }

    /**
     * Is told what happens on one channel, one call after another. The next message is read when the method has returned, so
     * that a slow listener slows its client down and nobody else. What it throws closes the channel with 1011.
     */
    @ConsumerType
    interface Listener {
        /** The channel is open. */
        default void opened(WebSocketChannel channel) {}

        /** A text message. */
        void text(WebSocketChannel channel, String message);

        /** A binary message; the buffer is valid during the call. By default the channel closes with 1003. */
        default void binary(WebSocketChannel channel, ByteBuffer message) {
            channel.close(1003, "text only");
        }

        /** The channel is closed, by whom ever. Called exactly once. */
        default void closed(int code, String reason) {}
    }
}
