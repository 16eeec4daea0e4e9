package svc.http.routes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.WebSocket;
import java.net.http.WebSocketHandshakeException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import svc.api.http.WebSocketChannel;
import svc.api.http.WebSocketEndpoint;
import svc.http.AdvancingClock;
import svc.http.server.RunningHttpServer;

class WebSocketTest {

    private final RunningHttpServer running = RunningHttpServer.with();
    private final BlockingQueue<String> seen = new LinkedBlockingQueue<>();

    @AfterEach
    void stop() {
        running.close();
    }

    @Test
    void exchangesTextAndBinaryMessages() throws Exception {
        running.mount("/ws", accepting(Optional.of("jmap")));
        Client client = new Client();
        WebSocket socket = connect(client, "jmap");
        assertThat(socket.getSubprotocol()).isEqualTo("jmap");
        assertThat(client.next()).isEqualTo("text hello");
        socket.sendText("a", false).join();
        socket.sendText("b", true).join();
        assertThat(client.next()).isEqualTo("text ab");
        socket.sendText("x".repeat(200_000), true).join();
        assertThat(client.next()).hasSize(200_005);
        socket.sendBinary(ByteBuffer.wrap(new byte[] {1, 2, 3}), true).join();
        assertThat(client.next()).isEqualTo("binary 3");
        socket.sendClose(4000, "enough").join();
        assertThat(seen.poll(10, TimeUnit.SECONDS)).isEqualTo("closed 4000 enough");
    }

    @Test
    void anEndpointCanRejectAHandshake() throws Exception {
        running.mount("/ws", (WebSocketEndpoint) handshake -> {
            seen.add(handshake.path() + " " + handshake.query().orElse("") + " " + handshake.subprotocols() + " "
                    + handshake.header("x-test").orElse("") + " " + handshake.remoteAddress() + " "
                    + handshake.origin());
            return new WebSocketEndpoint.Reject(
                    401, Map.of("WWW-Authenticate", "Bearer"), Optional.of("{\"type\":\"x\"}"));
        });
        assertThatThrownBy(() -> connect(new Client(), "a", "b"))
                .cause()
                .isInstanceOfSatisfying(WebSocketHandshakeException.class, refused -> {
                    assertThat(refused.getResponse().statusCode()).isEqualTo(401);
                    assertThat(refused.getResponse().headers().firstValue("www-authenticate"))
                            .hasValue("Bearer");
                });
        assertThat(seen.poll()).isEqualTo("/ws q=1 [a, b] t 127.0.0.1 ws://127.0.0.1:" + running.port());
    }

    @Test
    void answersAPlainRequestWith426() throws Exception {
        running.mount("/ws", accepting(Optional.empty()));
        assertThat(running.get("/ws").statusCode()).isEqualTo(426);
        assertThat(running.get("/ws").headers().firstValue("upgrade")).hasValue("websocket");
        assertThat(running.send(running.request("/ws").POST(java.net.http.HttpRequest.BodyPublishers.noBody()))
                        .statusCode())
                .isEqualTo(405);
    }

    @Test
    void aFailingEndpointIs500AndAFailingListenerClosesTheChannel() throws Exception {
        running.mount("/ws", (WebSocketEndpoint) handshake -> {
            throw new NoClassDefFoundError("secret");
        });
        assertThatThrownBy(() -> connect(new Client())).hasCauseInstanceOf(WebSocketHandshakeException.class);
        Route route = running.server.routes().find("/ws").orElseThrow();
        try (AdvancingClock real = new AdvancingClock()) {
            assertThat(route.inFlight().awaitExchanges(new Deadline(real, Duration.ofSeconds(10))))
                    .isTrue();
        }

        try (RunningHttpServer other = RunningHttpServer.with()) {
            other.mount("/ws", (WebSocketEndpoint)
                    handshake -> new WebSocketEndpoint.Accept(Optional.empty(), 1_000, (channel, text) -> {
                        throw new IllegalStateException("secret");
                    }));
            Client client = new Client();
            WebSocket socket = connect(other, client);
            socket.sendText("x", true).join();
            assertThat(client.next()).isEqualTo("close 1011 the server failed");
        }
    }

    @Test
    void closesForTooLongMessagesAndUnsupportedBinary() throws Exception {
        running.mount("/ws", (WebSocketEndpoint)
                handshake -> new WebSocketEndpoint.Accept(Optional.empty(), 1_000, (channel, text) -> seen.add(text)));
        Client client = new Client();
        WebSocket socket = connect(client);
        socket.sendText("x".repeat(1_001), true).join();
        assertThat(client.next()).startsWith("close 1009");
        Client second = new Client();
        WebSocket bytes = connect(second);
        bytes.sendBinary(ByteBuffer.allocate(1), true).join();
        assertThat(second.next()).isEqualTo("close 1003 text only");
        assertThat(seen).isEmpty();
    }

    @Test
    void closesTheChannelsOfARemovedEndpoint() throws Exception {
        WebSocketEndpoint endpoint = accepting(Optional.empty());
        running.mount("/ws", endpoint);
        Client client = new Client();
        connect(client).request(10);
        assertThat(client.next()).isEqualTo("text hello");
        running.server.routes().unmount(endpoint);
        assertThat(client.next()).startsWith("close 1001");
        assertThat(seen.poll(10, TimeUnit.SECONDS)).startsWith("closed 1001");
        assertThatThrownBy(() -> connect(new Client())).isInstanceOf(CompletionException.class);
    }

    @Test
    void closesChannelsWhenTheServerStops() throws Exception {
        running.mount("/ws", accepting(Optional.empty()));
        Client client = new Client();
        connect(client);
        assertThat(client.next()).isEqualTo("text hello");
        running.server.drain(Duration.ofSeconds(30));
        assertThat(client.next()).isEqualTo("close 1001 the server closes this channel");
        assertThat(seen.poll(10, TimeUnit.SECONDS)).startsWith("closed 1001");
    }

    @Test
    void pingsAnIdleClientAndClosesADeadOne() throws Exception {
        running.mount("/ws", accepting(Optional.empty()));
        Client client = new Client();
        connect(client);
        assertThat(client.next()).isEqualTo("text hello");
        running.clock.advance(Duration.ofSeconds(51));
        assertThat(client.next()).isEqualTo("ping");
        running.clock.advance(Duration.ofSeconds(51));
        assertThat(client.next()).isEqualTo("ping");
        Client dead = new Client(false);
        connect(dead);
        for (int i = 0; i < 6; i++) {
            running.clock.advance(Duration.ofSeconds(51));
        }
        assertThat(seen.poll(10, TimeUnit.SECONDS)).startsWith("closed 1006");
    }

    private WebSocketEndpoint accepting(Optional<String> subprotocol) {
        return handshake -> new WebSocketEndpoint.Accept(subprotocol, 1_000_000, new WebSocketEndpoint.Listener() {
            @Override
            public void opened(WebSocketChannel channel) {
                channel.send("hello");
            }

            @Override
            public void text(WebSocketChannel channel, String message) {
                channel.send(message).toCompletableFuture().join();
            }

            @Override
            public void binary(WebSocketChannel channel, ByteBuffer message) {
                byte[] copy = new byte[message.remaining()];
                message.get(copy);
                channel.send(ByteBuffer.wrap(copy));
            }

            @Override
            public void closed(int code, String reason) {
                seen.add("closed " + code + " " + reason);
            }
        });
    }

    private WebSocket connect(Client client, String... subprotocols) {
        return connect(running, client, subprotocols);
    }

    private static WebSocket connect(RunningHttpServer running, Client client, String... subprotocols) {
        WebSocket.Builder builder = running.client.newWebSocketBuilder().header("X-Test", "t");
        if (subprotocols.length > 0) {
            builder.subprotocols(
                    subprotocols[0],
                    List.of(subprotocols).subList(1, subprotocols.length).toArray(new String[0]));
        }
        return builder.buildAsync(URI.create("ws://127.0.0.1:" + running.port() + "/ws?q=1"), client)
                .join();
    }

    /** Collects what the server sends. A client that does not read answers no ping. */
    private static final class Client implements WebSocket.Listener {

        private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
        private final StringBuilder text = new StringBuilder();
        private final boolean reads;

        private Client() {
            this(true);
        }

        private Client(boolean reads) {
            this.reads = reads;
        }

        String next() throws InterruptedException {
            return Optional.ofNullable(events.poll(10, TimeUnit.SECONDS)).orElse("nothing");
        }

        @Override
        public void onOpen(WebSocket socket) {
            if (reads) {
                socket.request(Long.MAX_VALUE);
            }
        }

        @Override
        public CompletionStage<@Nullable Void> onText(WebSocket socket, CharSequence data, boolean last) {
            text.append(data);
            if (last) {
                events.add("text " + text);
                text.setLength(0);
            }
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<@Nullable Void> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
            events.add("binary " + data.remaining());
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<@Nullable Void> onPing(WebSocket socket, ByteBuffer message) {
            events.add("ping");
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<@Nullable Void> onClose(WebSocket socket, int code, String reason) {
            events.add("close " + code + " " + reason);
            return CompletableFuture.completedFuture(null);
        }
    }
}
