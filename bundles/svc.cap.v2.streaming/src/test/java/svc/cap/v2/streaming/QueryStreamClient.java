package svc.cap.v2.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/**
 * A client that shows parts of query results by the rules for clients. Data on its way to the client may be delayed or
 * lost.
 */
final class QueryStreamClient {

    private final Client client;
    private final Caller caller;
    private final Map<String, Shown> shown = new LinkedHashMap<>();
    private final Deque<Event> wire = new ArrayDeque<>();
    private QueryWindows.Dependencies dependencies;
    private QueryWindows windows;
    private Optional<String> lastId = Optional.empty();
    int deltas;
    int completeObjects;
    int resyncs;

    /** A query and its ids on the screen. */
    private static final class Shown {
        private final Map<String, @Nullable Object> query;
        private final int position;
        private final int limit;
        private String state = "";
        private List<String> ids = List.of();
        private boolean heard;

        Shown(Map<String, @Nullable Object> query, int position, int limit) {
            this.query = query;
            this.position = position;
            this.limit = limit;
        }
    }

    private record Event(StreamEvent told, String id) {}

    QueryStreamClient(Client client, Caller caller, QueryWindows.Dependencies dependencies) {
        this.client = client;
        this.caller = caller;
        this.dependencies = dependencies;
        this.windows = open();
    }

    private QueryWindows open() {
        return new QueryWindows(
                dependencies, caller, client.accountId(), () -> {}, lastId.flatMap(QueryResumeToken::of));
    }

    /** Subscribes to a query; returns the id. */
    String subscribe(Map<String, @Nullable Object> query, int position, int limit) {
        return subscribe(new Shown(query, position, limit));
    }

    private String subscribe(Shown one) {
        Response answer = client.call(
                        "Query/subscribe",
                        Map.of("query", one.query, "window", Map.of("position", one.position, "limit", one.limit)))
                .done();
        one.state = answer.text("queryState");
        one.ids = answer.texts("ids");
        one.heard = false;
        String id = answer.text("subscriptionId");
        shown.put(id, one);
        return id;
    }

    /** Ends a subscription. */
    void unsubscribe(String id) {
        shown.remove(id);
        client.call("Query/unsubscribe", Map.of("subscriptionId", id));
    }

    List<String> subscriptions() {
        return List.copyOf(shown.keySet());
    }

    /** Returns the ids on the screen. */
    List<String> ids(String id) {
        Shown one = shown.get(id);
        return one == null ? List.of() : one.ids;
    }

    /** Reports a change of the account. */
    void changed() {
        dependencies.watch().evaluate(dependencies.subscribers().of(caller));
    }

    /** Makes the server write an event; returns false when there is none. */
    boolean write() {
        Optional<StreamEvent> event = windows.endedEvent();
        if (event.isEmpty()) {
            windows.addNew();
            event = windows.next();
        }
        event.ifPresent(sent -> wire.add(
                new Event(sent, "p1-1" + windows.text().map(text -> "~" + text).orElse(""))));
        return event.isPresent();
    }

    /** Reads an event; returns false when there is none. */
    boolean read() {
        Event event = wire.poll();
        if (event == null) {
            return false;
        }
        lastId = Optional.of(event.id());
        Map<String, @Nullable Object> members = event.told().members();
        if (event.told().name().equals("resync")) {
            Casts.texts(members.get("subscriptionIds")).forEach(this::again);
        } else {
            Shown one = shown.get(String.valueOf(members.get("subscriptionId")));
            if (one != null) {
                apply(one, members);
            }
        }
        return true;
    }

    private void again(String id) {
        Shown one = shown.remove(id);
        if (one != null) {
            resyncs++;
            subscribe(one);
        }
    }

    private void apply(Shown one, Map<String, @Nullable Object> members) {
        List<String> ids = new ArrayList<>(one.ids);
        if (members.get("oldQueryState") == null) {
            completeObjects++;
            ids.clear();
        } else {
            deltas++;
            assertThat(one.state).isEqualTo(members.get("oldQueryState"));
        }
        ids.removeAll(Casts.texts(members.get("removed")));
        for (Object added : (List<?>) Casts.some(members.get("added"))) {
            Map<String, @Nullable Object> place = Casts.object(added);
            ids.add((int) Casts.some(place.get("index")) - one.position, String.valueOf(place.get("id")));
        }
        one.ids = List.copyOf(ids);
        one.state = String.valueOf(members.get("newQueryState"));
        one.heard = true;
    }

    /** Breaks the connection and opens another one, to a restarted server if {@code next} is of one. */
    void cut(QueryWindows.Dependencies next) {
        wire.clear();
        windows.end();
        dependencies = next;
        windows = open();
        for (String id : List.copyOf(shown.keySet())) {
            Shown one = shown.get(id);
            if (one != null && !one.heard) {
                unsubscribe(id);
                subscribe(one);
            }
        }
    }

    /** Describes the differences between the screen and the results; empty when there are none. */
    String wrong() {
        StringBuilder wrong = new StringBuilder();
        shown.forEach((id, one) -> {
            Map<String, @Nullable Object> arguments = new LinkedHashMap<>(one.query);
            arguments.put("position", one.position);
            arguments.put("limit", one.limit);
            List<String> now = client.call(arguments.remove("type") + "/query", arguments)
                    .done()
                    .texts("ids");
            if (!now.equals(one.ids)) {
                wrong.append(one.query)
                        .append(" shows ")
                        .append(one.ids)
                        .append(", not ")
                        .append(now)
                        .append('\n');
            }
        });
        return wrong.toString();
    }

    void close() {
        windows.end();
    }
}
