package svc.push;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import svc.api.json.Json;
import svc.api.push.Stream.Moved;

/** The blocks of a stream of events. */
final class EventText {

    private final Json.Binding json;

    EventText(Json json) {
        this.json = json.binding(Json.Names.EXACT);
    }

    /** The id alone: no event for the client, but what it comes back with when it never sees one. */
    static byte[] begin(PushState at) {
        return bytes("id: " + at + "\n\n");
    }

    /** Says nothing to the client, and shows whether it is still there. */
    static byte[] comment() {
        return bytes(":\n\n");
    }

    static byte[] ping(long seconds) {
        return bytes("event: ping\ndata: {\"interval\":" + seconds + "}\n\n");
    }

    byte[] state(Moved moved) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("@type", "StateChange");
        members.put("changed", moved.changed());
        return bytes("event: state\nid: " + moved.pushState() + "\ndata: " + json.text(members) + "\n\n");
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
