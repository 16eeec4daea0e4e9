package svc.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** The window of a query on the screen of a client, by the rules for clients. */
final class QueryStream {

    static final String URN = "urn:svc:params:jmap:v2:streaming";
    static final String PATH = "/jmap/push-patches";

    private final String id;
    private final int position;
    private final List<String> ids = new ArrayList<>();
    private String state;

    private QueryStream(JsonNode response) {
        this.id = response.path("subscriptionId").asText();
        this.position = response.path("position").asInt();
        this.state = response.path("queryState").asText();
        response.path("ids").forEach(one -> ids.add(one.asText()));
    }

    /** Calls a method with tasks and streaming; returns the response. */
    static JsonNode call(SignedIn otherUser, String method, String arguments) {
        return call(otherUser, TasksBundle.USING, method, arguments);
    }

    /** Calls a method with these capabilities, as JSON, and streaming; returns the response. */
    private static JsonNode call(SignedIn otherUser, String using, String method, String arguments) {
        String calls = "[\"" + method + "\",{\"accountId\":\"" + otherUser.accountId() + "\"" + arguments + "},\"c\"]";
        return SignedIn.json(otherUser.post(
                        "/jmap", "{\"using\":[" + using + ",\"" + URN + "\"],\"methodCalls\":[" + calls + "]}"))
                .at("/methodResponses/0");
    }

    /** Subscribes to a query. */
    static QueryStream of(SignedIn otherUser, String query, String window) {
        return of(otherUser, TasksBundle.USING, query, window);
    }

    /** Subscribes to a query of emails. */
    static QueryStream ofMail(SignedIn otherUser, String query, String window) {
        return of(otherUser, "\"urn:ietf:params:jmap:core\",\"" + MailUser.URN + "\"", query, window);
    }

    private static QueryStream of(SignedIn otherUser, String using, String query, String window) {
        JsonNode response = call(otherUser, using, "Query/subscribe", ",\"query\":" + query + ",\"window\":" + window);
        if (!response.path(0).asText().equals("Query/subscribe")) {
            throw new AssertionError(response.toString());
        }
        return new QueryStream(response.path(1));
    }

    /** Opens a stream of patches. */
    static EventClient open(SignedIn otherUser, String query, String... lastId) {
        String url = otherUser.server().url() + PATH + query;
        String token = "Bearer " + otherUser.token();
        return lastId.length == 0
                ? EventClient.open(url, "Authorization", token)
                : EventClient.open(url, "Authorization", token, "Last-Event-ID", lastId[0]);
    }

    String id() {
        return id;
    }

    List<String> ids() {
        return ids;
    }

    /** Applies and returns the next event of this query; fails when none arrives. */
    JsonNode next(EventClient client) {
        EventClient.Event event = client.next();
        while (!event.name().equals("query")
                || !event.json().path("subscriptionId").asText().equals(id)) {
            event = client.next();
        }
        return apply(event.json());
    }

    /** Applies and returns the next message about this query; fails when none arrives. */
    JsonNode next(JmapSocket socket) {
        JsonNode message = socket.next();
        while (!message.path("@type").asText().equals("QueryChange")
                || !message.path("subscriptionId").asText().equals(id)) {
            message = socket.next();
        }
        return apply(message);
    }

    private JsonNode apply(JsonNode received) {
        if (received.path("oldQueryState").isNull()) {
            ids.clear();
        } else if (!received.path("oldQueryState").asText().equals(state)) {
            throw new AssertionError("not of " + state + ": " + received);
        }
        received.path("removed").forEach(one -> ids.remove(one.asText()));
        received.path("added")
                .forEach(one -> ids.add(
                        one.path("index").asInt() - position, one.path("id").asText()));
        state = received.path("newQueryState").asText();
        return received;
    }

    /** Reads events of all these queries until a condition holds; fails when no more arrive. */
    static void until(EventClient client, BooleanSupplier done, List<QueryStream> all) {
        while (!done.getAsBoolean()) {
            EventClient.Event event = client.next();
            if (event.name().equals("query")) {
                String of = event.json().path("subscriptionId").asText();
                all.stream().filter(one -> one.id.equals(of)).forEach(one -> one.apply(event.json()));
            }
        }
    }

    /** Reads events until these ids are shown; fails when no more arrive. */
    void until(EventClient client, String... wanted) {
        while (!ids.equals(List.of(wanted))) {
            next(client);
        }
    }
}
