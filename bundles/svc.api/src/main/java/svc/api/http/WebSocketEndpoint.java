package svc.api.http;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Service that answers WebSocket handshakes at a path. Register it with {@link HttpRoute}. The server negotiates
 * message compression ({@code permessage-deflate}) itself.
 *
 * <p>Threading: {@link #open} is called concurrently on the threads of the handshakes. Lifecycle: when the service is
 * unregistered or the server stops, its channels are closed with code 1001.
 */
@ConsumerType
public interface WebSocketEndpoint {

    /** Accepts or rejects a handshake. An exception is answered with 500. */
    HandshakeResult open(Handshake handshake);

    /**
     * The handshake request of a client.
     *
     * @param path the path as sent
     * @param query the query without the question mark
     * @param headers all header fields by lower-case name
     * @param subprotocols the subprotocols that the client offers, in the order of the client
     * @param remoteAddress the address of the client; if a trusted proxy forwarded the request, the address of the
     *     proxy's client
     * @param origin scheme, host and port of the server as the client used them: {@code wss://mail.example.org}
     */
    record Handshake(
            String path,
            Optional<String> query,
            Map<String, List<String>> headers,
            List<String> subprotocols,
            String remoteAddress,
            String origin) {

        /** Returns the first value of a header field. */
        public Optional<String> header(String lowerCaseName) {
            return headers.getOrDefault(lowerCaseName, List.of()).stream().findFirst();
        }
    }

    /** The result of a handshake. */
    sealed interface HandshakeResult permits Accept, Reject {}

    /**
     * Accepts the handshake.
     *
     * @param subprotocol one of the offered subprotocols; empty for none
     * @param maxMessageBytes the maximum message size; a longer message closes the channel with code 1009
     * @param listener the listener for this channel
     */
    record Accept(Optional<String> subprotocol, int maxMessageBytes, Listener listener) implements HandshakeResult {}

    /**
     * Rejects the handshake with an HTTP response.
     *
     * @param status a status code of 400 or more
     * @param headers the header fields, such as {@code WWW-Authenticate}
     * @param problem the body as {@code application/problem+json}; empty for the default body of the status
     */
    record Reject(int status, Map<String, String> headers, Optional<String> problem) implements HandshakeResult {
        /** Creates a rejection with the default body. */
        public Reject(int status) {
            this(status, Map.of(), Optional.empty());
        }
    }

    /**
     * Listener for the events of one channel; calls do not overlap. The next message is read after the call for the
     * previous message has returned. A slow listener therefore slows down only its own client. An exception closes the
     * channel with code 1011.
     */
    @ConsumerType
    interface Listener {
        /** Called when the channel is open. */
        default void opened(WebSocketChannel channel) {}

        /** Called for a text message. */
        void text(WebSocketChannel channel, String message);

        /**
         * Called for a binary message. The buffer is valid during the call. The default closes the channel with code
         * 1003.
         */
        default void binary(WebSocketChannel channel, ByteBuffer message) {
            channel.close(1003, "text only");
        }

        /** Called exactly once after either side has closed the channel. */
        default void closed(int code, String reason) {}
    }
}
