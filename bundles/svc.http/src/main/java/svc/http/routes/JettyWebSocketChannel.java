package svc.http.routes;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.http.WebSocketChannel;
import svc.api.http.WebSocketEndpoint.Accept;
import svc.api.time.Clock;

/**
 * Connects Jetty's WebSocket session with the listener of an endpoint. The channel requests the next message after the
 * listener has returned. It pings a silent client to detect a broken connection, and to prevent proxies from closing
 * the connection as idle.
 *
 * <p>Public because Jetty looks up its methods by reflection.
 */
public final class JettyWebSocketChannel implements WebSocketChannel, Session.Listener, Exchange {

    private static final Logger LOG = LoggerFactory.getLogger(JettyWebSocketChannel.class);
    private static final Duration PING = Duration.ofSeconds(50);
    private static final int MISSED_PINGS = 3;

    private final Accept accept;
    private final Consumer<JettyWebSocketChannel> onClose;
    private final Consumer<JettyWebSocketChannel> onOpen;
    private final Clock clock;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final AtomicInteger unansweredPings = new AtomicInteger();
    private volatile @Nullable Session session;
    private volatile Clock.@Nullable Alarm nextPing;

    JettyWebSocketChannel(
            Accept accept,
            Consumer<JettyWebSocketChannel> onClose,
            Consumer<JettyWebSocketChannel> onOpen,
            Clock clock) {
        this.accept = accept;
        this.onClose = onClose;
        this.onOpen = onOpen;
        this.clock = clock;
    }

    @Override
    public void onWebSocketOpen(Session opened) {
        opened.setMaxTextMessageSize(accept.maxMessageBytes());
        opened.setMaxBinaryMessageSize(accept.maxMessageBytes());
        opened.setIdleTimeout(PING.multipliedBy(MISSED_PINGS));
        session = opened;
        onOpen.accept(this);
        nextPing = clock.schedule(PING, this::ping);
        notifyListener(() -> accept.listener().opened(this));
    }

    @Override
    public void onWebSocketText(String message) {
        unansweredPings.set(0);
        notifyListener(() -> accept.listener().text(this, message));
    }

    @Override
    public void onWebSocketBinary(ByteBuffer payload, Callback callback) {
        unansweredPings.set(0);
        notifyListener(() -> accept.listener().binary(this, payload));
        callback.succeed();
    }

    @Override
    public void onWebSocketPong(ByteBuffer payload) {
        unansweredPings.set(0);
        demand();
    }

    @Override
    public void onWebSocketPing(ByteBuffer payload) {
        session().sendPong(payload, Callback.NOOP);
        demand();
    }

    @Override
    public void onWebSocketError(Throwable cause) {
        LOG.debug("A WebSocket failed", cause);
    }

    @Override
    public void onWebSocketClose(int statusCode, String reason, Callback callback) {
        ended(statusCode, reason);
        callback.succeed();
    }

    void ended(int statusCode, @Nullable String reason) {
        if (closed.compareAndSet(false, true)) {
            // The ping is cancelled, because the clock would otherwise keep the listener and the classes of its bundle
            // in memory until the next ping.
            Clock.Alarm waiting = nextPing;
            if (waiting != null) {
                waiting.cancel();
            }
            try {
                accept.listener().closed(statusCode, reason == null ? "" : reason);
            } catch (Throwable e) {
                // Error is also caught: the channel must be removed even if the listener of a stopping bundle throws an
                // Error.
                LOG.warn("A WebSocket listener failed in its close callback", e);
            } finally {
                onClose.accept(this);
            }
        }
    }

    @Override
    public CompletionStage<Void> send(String text) {
        CompletableFuture<Void> sent = new CompletableFuture<>();
        session().sendText(text, completing(sent));
        return sent;
    }

    @Override
    public CompletionStage<Void> send(ByteBuffer bytes) {
        CompletableFuture<Void> sent = new CompletableFuture<>();
        session().sendBinary(bytes, completing(sent));
        return sent;
    }

    @Override
    public void close(int code, String reason) {
        withSession(open -> open.close(code, reason, Callback.NOOP));
    }

    @Override
    public boolean open() {
        Session opened = session;
        return opened != null && opened.isOpen();
    }

    @Override
    public void cutOff() {
        withSession(Session::disconnect);
    }

    private void notifyListener(Runnable event) {
        try {
            event.run();
        } catch (Throwable e) {
            // The listener of a bundle may throw anything, also an Error; the client gets no details.
            LOG.warn("A WebSocket listener failed", e);
            close(1011, "the server failed");
        }
        demand();
    }

    private Session session() {
        return Objects.requireNonNull(session, "not open yet");
    }

    private void withSession(Consumer<Session> work) {
        Session opened = session;
        if (opened != null) {
            work.accept(opened);
        }
    }

    private void demand() {
        Session open = session();
        if (open.isOpen()) {
            open.demand();
        }
    }

    private void ping() {
        if (closed.get()) {
            return;
        }
        if (unansweredPings.incrementAndGet() > MISSED_PINGS) {
            cutOff();
            return;
        }
        withSession(open -> open.sendPing(ByteBuffer.allocate(0), Callback.NOOP));
        nextPing = clock.schedule(PING, this::ping);
    }

    private static Callback completing(CompletableFuture<Void> stage) {
        return Callback.from(() -> stage.complete(null), stage::completeExceptionally);
    }
}
