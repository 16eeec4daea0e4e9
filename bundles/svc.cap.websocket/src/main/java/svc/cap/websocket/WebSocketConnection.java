package svc.cap.websocket;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.http.WebSocketChannel;
import svc.api.http.WebSocketEndpoint;
import svc.api.identity.Caller;
import svc.api.jmap.JmapProcessor;
import svc.api.jmap.RequestError;
import svc.api.jmap.observe.ReadableTypes;
import svc.api.json.Json;
import svc.api.net.IpNetwork;
import svc.api.push.PushConnection;
import svc.api.push.SharedStates;
import svc.api.ratelimit.RateLimiter;
import svc.api.ratelimit.RateLimiter.Limited;

/**
 * One WebSocket (RFC 8887 §4.3). Requests run one after another, on the thread that read them. The next request is read
 * when the client has accepted the response. Changes are sent between responses.
 */
final class WebSocketConnection implements WebSocketEndpoint.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(WebSocketConnection.class);
    private static final int TOO_SLOW = 1008;
    private static final int FAILED = 1011;
    private static final int SIGNED_OUT = 4401;
    private static final long LONGEST_SECONDS = 60;

    private final Caller caller;
    private final Dependencies dependencies;
    private final AtomicBoolean sending = new AtomicBoolean();
    private volatile @Nullable WebSocketPush push;
    private volatile @Nullable WebSocketChannel channel;
    private volatile boolean running;

    /** The services that all sockets share. */
    record Dependencies(
            JmapProcessor jmap,
            RateLimiter rateLimiter,
            Json.Binding json,
            SocketFeeds feeds,
            ReadableTypes readableTypes,
            SharedStates shared,
            WebSocketMetrics meters) {}

    WebSocketConnection(Caller caller, Dependencies dependencies) {
        this.caller = caller;
        this.dependencies = dependencies;
    }

    /** Sets the push connection of this socket. */
    void begin(PushConnection opened) {
        push = new WebSocketPush(caller, opened, dependencies.feeds());
        dependencies.meters().open().increment();
    }

    @Override
    public void opened(WebSocketChannel opened) {
        channel = opened;
        requestPush();
    }

    @Override
    public void text(WebSocketChannel from, String text) {
        running = true;
        try {
            if (!ended(from)) {
                answer(from, text);
            }
        } finally {
            running = false;
            requestPush();
        }
    }

    private void answer(WebSocketChannel from, String text) {
        Optional<String> id = Optional.empty();
        try {
            WebSocketMessage message =
                    WebSocketMessage.of(dependencies.jmap().parse(text.getBytes(StandardCharsets.UTF_8)));
            id = message.id();
            if (message instanceof WebSocketMessage.Request request) {
                awaitSent(from.send(run(request)), from);
            } else if (message instanceof WebSocketMessage.Enable enable) {
                Set<String> types =
                        new HashSet<>(dependencies.readableTypes().of(caller).types());
                types.addAll(dependencies.shared().types(caller));
                enable.refuseUnknown(types);
                push().enable(enable);
            } else {
                push().disable();
            }
        } catch (WebSocketMessage.InvalidMessage e) {
            refuse(from, e.id(), e.problem());
        } catch (RequestError e) {
            refuse(from, id, e.problem());
        }
    }

    private String run(WebSocketMessage.Request request) {
        dependencies.meters().requests().increment();
        acquire();
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("@type", "Response");
        request.id().ifPresent(id -> headers.put("requestId", id));
        return new String(dependencies.jmap().process(caller, request.members(), headers), StandardCharsets.UTF_8);
    }

    /** Applies the rate limit of a POST request. */
    private void acquire() {
        IpNetwork.address(caller.address())
                .map(address ->
                        dependencies.rateLimiter().checkAccount(caller.account().n(), address))
                .filter(Limited.class::isInstance)
                .map(Limited.class::cast)
                .ifPresent(limited -> {
                    throw new RequestError(WebSocketMessage.rateLimited(limited));
                });
    }

    private void refuse(WebSocketChannel channel, Optional<String> id, Map<String, @Nullable Object> problem) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("@type", "RequestError");
        members.put("requestId", id.orElse(null));
        members.putAll(problem);
        awaitSent(channel.send(dependencies.json().text(members)), channel);
    }

    /** Waits until the client has accepted the message, so that responses do not accumulate. */
    private static void awaitSent(CompletionStage<Void> sent, WebSocketChannel channel) {
        try {
            sent.toCompletableFuture().get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            channel.close(TOO_SLOW, "the client does not read the responses");
        } catch (ExecutionException e) {
            LOG.debug("A client disconnected before its response was sent", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sends the next change, when the client has accepted the previous message. */
    void drain() {
        WebSocketChannel to = channel;
        if (to == null || (!running && ended(to)) || !sending.compareAndSet(false, true)) {
            return;
        }
        try {
            sendPush(to);
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("Sending changes to a client failed; its WebSocket is closed", e);
            to.close(FAILED, "internal server error");
        }
    }

    private void sendPush(WebSocketChannel channel) {
        Optional<Map<String, @Nullable Object>> message = push().next();
        if (message.isEmpty()) {
            sending.set(false);
            return;
        }
        channel.send(dependencies.json().text(message.get())).whenComplete((done, failure) -> {
            sending.set(false);
            requestPush();
        });
    }

    private boolean ended(WebSocketChannel open) {
        boolean finished = push().isExpired();
        if (finished) {
            open.close(SIGNED_OUT, "the sign-in has ended");
        }
        return finished;
    }

    private WebSocketPush push() {
        WebSocketPush now = push;
        if (now == null) {
            throw new IllegalStateException("a conversation begins with its stream");
        }
        return now;
    }

    private void requestPush() {
        push().requestPush();
    }

    @Override
    public void closed(int code, String reason) {
        dependencies.meters().open().decrement();
        push().close();
    }
}
