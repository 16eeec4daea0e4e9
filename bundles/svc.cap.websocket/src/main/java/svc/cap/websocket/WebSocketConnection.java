package svc.cap.websocket;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.guard.Guard;
import svc.api.guard.Guard.TooOften;
import svc.api.guard.Network;
import svc.api.http.WebSocketChannel;
import svc.api.http.WebSocketEndpoint;
import svc.api.identity.Caller;
import svc.api.jmap.Jmap;
import svc.api.jmap.RequestRefused;
import svc.api.json.Json;
import svc.api.push.Stream;

/**
 * What is said on one socket (RFC 8887 §4.3): requests one after another, and between them what has changed. A request runs on the
 * thread that read it; the next one is read when the client has taken the answer.
 */
final class Conversation implements WebSocketEndpoint.Listener {

    private static final Logger LOG = LoggerFactory.getLogger(Conversation.class);
    private static final int TOO_SLOW = 1008;
    private static final int FAILED = 1011;
    private static final int SIGNED_OUT = 4401;
    private static final long LONGEST_SECONDS = 60;

    private final Caller caller;
    private final Ground ground;
    private final AtomicBoolean telling = new AtomicBoolean();
    private volatile @Nullable Push push;
    private volatile @Nullable WebSocketChannel channel;
    private volatile boolean running;

    /** What all of them stand on. */
    record Ground(Jmap jmap, Guard guard, Json.Binding json, SocketFeeds feeds, Meters meters) {}

    Conversation(Caller caller, Ground ground) {
        this.caller = caller;
        this.ground = ground;
    }

    /** Has somebody to tell of changes. */
    void begin(Stream opened) {
        push = new Push(caller, opened, ground.feeds());
        ground.meters().open().increment();
    }

    @Override
    public void opened(WebSocketChannel opened) {
        channel = opened;
        poke();
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
            poke();
        }
    }

    private void answer(WebSocketChannel from, String text) {
        Optional<String> id = Optional.empty();
        try {
            Message message = Message.of(ground.jmap().read(text.getBytes(StandardCharsets.UTF_8)));
            id = message.id();
            if (message instanceof Message.Request request) {
                hold(from.send(run(request)), from);
            } else if (message instanceof Message.Enable enable) {
                push().enable(enable);
            } else {
                push().disable();
            }
        } catch (Message.Unclear e) {
            refuse(from, e.id(), e.problem());
        } catch (RequestRefused e) {
            refuse(from, id, e.problem());
        }
    }

    private String run(Message.Request request) {
        ground.meters().requests().increment();
        admit();
        Map<String, String> beside = new LinkedHashMap<>();
        beside.put("@type", "Response");
        request.id().ifPresent(id -> beside.put("requestId", id));
        return new String(ground.jmap().answer(caller, request.members(), beside), StandardCharsets.UTF_8);
    }

    /** A request here counts like one with a POST. */
    private void admit() {
        Network.address(caller.address())
                .map(address -> ground.guard().request(caller.account().n(), address))
                .filter(TooOften.class::isInstance)
                .map(TooOften.class::cast)
                .ifPresent(slow -> {
                    throw new RequestRefused(Message.tooOften(slow));
                });
    }

    private void refuse(WebSocketChannel to, Optional<String> id, Map<String, @Nullable Object> problem) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("@type", "RequestError");
        members.put("requestId", id.orElse(null));
        members.putAll(problem);
        hold(to.send(ground.json().text(members)), to);
    }

    /** Waits until the client has taken it, so that answers never heap up. */
    private static void hold(CompletionStage<Void> sent, WebSocketChannel to) {
        try {
            sent.toCompletableFuture().get(LONGEST_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            to.close(TOO_SLOW, "the answers are not read");
        } catch (ExecutionException e) {
            LOG.debug("A client went before its answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Tells what has changed, when the client has taken what it was told before. */
    void work() {
        WebSocketChannel to = channel;
        if (to == null || (!running && ended(to)) || !telling.compareAndSet(false, true)) {
            return;
        }
        try {
            tell(to);
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("A client could not be told of changes, and its socket is closed", e);
            to.close(FAILED, "the server failed");
        }
    }

    private void tell(WebSocketChannel to) {
        Optional<Map<String, @Nullable Object>> message = push().next();
        if (message.isEmpty()) {
            telling.set(false);
            return;
        }
        to.send(ground.json().text(message.get())).whenComplete((done, failure) -> {
            telling.set(false);
            poke();
        });
    }

    private boolean ended(WebSocketChannel open) {
        boolean over = push().over();
        if (over) {
            open.close(SIGNED_OUT, "the sign-in has ended");
        }
        return over;
    }

    private Push push() {
        Push now = push;
        if (now == null) {
            throw new IllegalStateException("a conversation begins with its stream");
        }
        return now;
    }

    private void poke() {
        push().poke();
    }

    @Override
    public void closed(int code, String reason) {
        ground.meters().open().decrement();
        push().close();
    }
}
