package svc.cap.websocket;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.push.PushConnection;
import svc.api.push.PushConnection.Changes;
import svc.api.push.WebSocketPushProvider;
import svc.api.push.WebSocketPushProvider.Request;
import svc.api.push.WebSocketPushProvider.Session;

/**
 * The push messages of one socket while push is enabled: state changes, and the messages of other bundles. Each message
 * contains one push state, which covers both kinds of messages. Thread-safe.
 */
final class WebSocketPush {

    private static final String BETWEEN = "~";

    private final Caller caller;
    private final PushConnection stream;
    private final SocketFeeds feeds;
    private final Map<WebSocketPushProvider, Session> sessions = new LinkedHashMap<>();
    private boolean enabled;

    WebSocketPush(Caller caller, PushConnection stream, SocketFeeds feeds) {
        this.caller = caller;
        this.stream = stream;
        this.feeds = feeds;
        feeds.add(this);
    }

    /** Enables push (RFC 8887 §4.3.5.2). */
    synchronized void enable(WebSocketMessage.Enable request) {
        disable();
        enabled = true;
        stream.subscribe(request.types(), request.pushState());
        feeds.all().forEach(provider -> open(provider, request.pushState()));
        stream.wake();
    }

    private void open(WebSocketPushProvider provider, Optional<String> since) {
        sessions.computeIfAbsent(provider, one -> one.open(new Request(caller, stream::wake, since)));
    }

    /** Disables push (RFC 8887 §4.3.5.3). */
    synchronized void disable() {
        enabled = false;
        stream.unsubscribe();
        sessions.values().forEach(Session::close);
        sessions.clear();
    }

    synchronized void providerAdded(WebSocketPushProvider provider) {
        if (enabled) {
            open(provider, Optional.empty());
            stream.wake();
        }
    }

    synchronized void providerRemoved(WebSocketPushProvider provider) {
        Session session = sessions.remove(provider);
        if (session != null) {
            session.close();
        }
    }

    /** Returns the next message, which counts as sent. */
    synchronized Optional<Map<String, @Nullable Object>> next() {
        return stream.poll()
                .map(Changes::changed)
                .map(WebSocketMessage::stateChange)
                .or(this::providerMembers)
                .map(this::withState);
    }

    private Optional<Map<String, @Nullable Object>> providerMembers() {
        return sessions.values().stream()
                .map(Session::next)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Map<String, @Nullable Object> withState(Map<String, @Nullable Object> message) {
        String rest = sessions.values().stream()
                .map(Session::continuation)
                .flatMap(Optional::stream)
                .collect(Collectors.joining(BETWEEN));
        Map<String, @Nullable Object> members = new LinkedHashMap<>(message);
        stream.pushState(Optional.of(rest).filter(text -> !text.isEmpty()))
                .ifPresent(state -> members.put("pushState", state));
        return members;
    }

    boolean isExpired() {
        return stream.isExpired();
    }

    /** Requests that the socket calls {@link #next} soon. */
    void requestPush() {
        stream.wake();
    }

    /** Ends push after the socket was closed. */
    void close() {
        feeds.remove(this);
        disable();
        stream.close();
    }
}
