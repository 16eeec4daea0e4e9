package svc.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** A part of a query's results on a client's screen, by the rules for clients. */
final class QueryStream {

    static final String URN = "urn:svc:params:jmap:v2:streaming";
    static final String PATH = "/jmap/push-patches";

    private final String id;
    private final int position;
    private final List<String> ids = new ArrayList<>();
    private String state;

    private QueryStream(JsonNode answer) {
        this.id = answer.path("subscriptionId").asText();
        this.position = answer.path("position").asInt();
        this.state = answer.path("queryState").asText();
        answer.path("ids").forEach(one -> ids.add(one.asText()));
    }

    /** Calls a method with tasks and streaming; the response. */
    static JsonNode call(SignedIn somebody, String method, String arguments) {
        return call(somebody, TasksBundle.USING, method, arguments);
    }

    /** Calls a method with these capabilities, as JSON, and streaming; the response. */
    private static JsonNode call(SignedIn somebody, String using, String method, String arguments) {
        String calls = "[\"" + method + "\",{\"accountId\":\"" + somebody.accountId() + "\"" + arguments + "},\"c\"]";
        return SignedIn.json(somebody.post(
                        "/jmap", "{\"using\":[" + using + ",\"" + URN + "\"],\"methodCalls\":[" + calls + "]}"))
                .at("/methodResponses/0");
    }

    /** Follows a query. */
    static QueryStream of(SignedIn somebody, String query, String window) {
        return of(somebody, TasksBundle.USING, query, window);
    }

    /** Follows a query of messages. */
    static QueryStream ofMail(SignedIn somebody, String query, String window) {
        return of(somebody, "\"urn:ietf:params:jmap:core\",\"" + MailUser.URN + "\"", query, window);
    }

    private static QueryStream of(SignedIn somebody, String using, String query, String window) {
        JsonNode response = call(somebody, using, "Query/subscribe", ",\"query\":" + query + ",\"window\":" + window);
        if (!response.path(0).asText().equals("Query/subscribe")) {
            throw new AssertionError(response.toString());
        }
        return new QueryStream(response.path(1));
    }

    /** Opens a stream of patches. */
    static EventClient open(SignedIn somebody, String query, String... lastId) {
        String url = somebody.server().url() + PATH + query;
        String token = "Bearer " + somebody.token();
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

    /** The next event of this query, applied; fails when none comes. */
    JsonNode next(EventClient client) {
        EventClient.Event event = client.next();
        while (!event.name().equals("query")
                || !event.json().path("subscriptionId").asText().equals(id)) {
            event = client.next();
        }
        return apply(event.json());
    }

    /** The next message about this query, applied; fails when none comes. */
    JsonNode next(JmapSocket socket) {
        JsonNode message = socket.next();
        while (!message.path("@type").asText().equals("QueryChange")
                || !message.path("subscriptionId").asText().equals(id)) {
            message = socket.next();
        }
        return apply(message);
    }

    private JsonNode apply(JsonNode told) {
        if (told.path("oldQueryState").isNull()) {
            ids.clear();
        } else if (!told.path("oldQueryState").asText().equals(state)) {
            throw new AssertionError("not of " + state + ": " + told);
        }
        told.path("removed").forEach(one -> ids.remove(one.asText()));
        told.path("added")
                .forEach(one -> ids.add(
                        one.path("index").asInt() - position, one.path("id").asText()));
        state = told.path("newQueryState").asText();
        return told;
    }

    /** Reads on, for all of these, until something holds; fails when no more comes. */
    static void until(EventClient client, BooleanSupplier done, List<QueryStream> all) {
        while (!done.getAsBoolean()) {
            EventClient.Event event = client.next();
            if (event.name().equals("query")) {
                String of = event.json().path("subscriptionId").asText();
                all.stream().filter(one -> one.id.equals(of)).forEach(one -> one.apply(event.json()));
            }
        }
    }

    /** Reads on until these are shown; fails when no more comes. */
    void until(EventClient client, String... wanted) {
        while (!ids.equals(List.of(wanted))) {
            next(client);
        }
    }
}
