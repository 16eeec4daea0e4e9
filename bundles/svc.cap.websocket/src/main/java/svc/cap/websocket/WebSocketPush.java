package svc.cap.websocket;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.push.SocketFeed;
import svc.api.push.SocketFeed.Opening;
import svc.api.push.SocketFeed.Telling;
import svc.api.push.Stream;
import svc.api.push.Stream.Moved;

/**
 * What is told on one socket while push is enabled there: changes of states, and what other bundles tell. One push state stands for
 * all of it, so what it is made of changes together. Any thread.
 */
final class Push {

    private static final String BETWEEN = "~";

    private final Caller caller;
    private final Stream stream;
    private final SocketFeeds feeds;
    private final Map<SocketFeed, Telling> tellings = new LinkedHashMap<>();
    private boolean enabled;

    Push(Caller caller, Stream stream, SocketFeeds feeds) {
        this.caller = caller;
        this.stream = stream;
        this.feeds = feeds;
        feeds.join(this);
    }

    /** Tells from now on (RFC 8887 §4.3.5.2). */
    synchronized void enable(Message.Enable wish) {
        disable();
        enabled = true;
        stream.follow(wish.types(), wish.pushState());
        feeds.all().forEach(feed -> open(feed, wish.pushState()));
        stream.poke();
    }

    private void open(SocketFeed feed, Optional<String> since) {
        tellings.computeIfAbsent(feed, one -> one.open(new Opening(caller, stream::poke, since)));
    }

    /** Tells nothing more (RFC 8887 §4.3.5.3). */
    synchronized void disable() {
        enabled = false;
        stream.rest();
        tellings.values().forEach(Telling::close);
        tellings.clear();
    }

    synchronized void came(SocketFeed feed) {
        if (enabled) {
            open(feed, Optional.empty());
            stream.poke();
        }
    }

    synchronized void gone(SocketFeed feed) {
        Telling telling = tellings.remove(feed);
        if (telling != null) {
            telling.close();
        }
    }

    /** The next message; with that it counts as told. */
    synchronized Optional<Map<String, @Nullable Object>> next() {
        return stream.next()
                .map(Moved::changed)
                .map(Message::stateChange)
                .or(this::ofOthers)
                .map(this::withState);
    }

    private Optional<Map<String, @Nullable Object>> ofOthers() {
        return tellings.values().stream()
                .map(Telling::next)
                .flatMap(Optional::stream)
                .findFirst();
    }

    private Map<String, @Nullable Object> withState(Map<String, @Nullable Object> message) {
        String rest = tellings.values().stream()
                .map(Telling::rest)
                .flatMap(Optional::stream)
                .collect(Collectors.joining(BETWEEN));
        Map<String, @Nullable Object> members = new LinkedHashMap<>(message);
        stream.told(Optional.of(rest).filter(text -> !text.isEmpty()))
                .ifPresent(state -> members.put("pushState", state));
        return members;
    }

    boolean over() {
        return stream.over();
    }

    /** Has the socket look soon whether there is something to tell. */
    void poke() {
        stream.poke();
    }

    /** The client has gone. */
    void close() {
        feeds.leave(this);
        disable();
        stream.close();
    }
}
