package svc.push;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import svc.api.json.Json;
import svc.api.push.PushConnection.Changes;

/** Formats the blocks of an event stream. */
final class EventSourceFormat {

    private final Json.Binding json;

    EventSourceFormat(Json json) {
        this.json = json.binding(Json.Names.EXACT);
    }

    /** Returns an id without an event. The client presents this id if it reconnects before its first event. */
    static byte[] begin(PushState at) {
        return bytes("id: " + at + "\n\n");
    }

    /**
     * Returns a comment. Clients ignore comments. The server writes them to detect whether the client is still
     * connected.
     */
    static byte[] comment() {
        return bytes(":\n\n");
    }

    static byte[] ping(long seconds) {
        return bytes("event: ping\ndata: {\"interval\":" + seconds + "}\n\n");
    }

    byte[] state(Changes moved) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("@type", "StateChange");
        members.put("changed", moved.changed());
        return bytes("event: state\nid: " + moved.pushState() + "\ndata: " + json.text(members) + "\n\n");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
