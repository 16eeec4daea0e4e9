package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The queued messages of the accounts of one domain, as operators see them.
 *
 * @param domain the domain
 */
record DomainQueue(RunningServer server, String domain) {

    /** Returns their messages, and reports, which have no sender and are delivered at once. */
    List<JsonNode> items() {
        List<JsonNode> items = new ArrayList<>();
        for (JsonNode item :
                SignedIn.json(server.admin("GET", "/queue?limit=500", "")).path("items")) {
            String sender = item.path("sender").asText();
            if (sender.isEmpty() || sender.endsWith("@" + domain)) {
                items.add(item);
            }
        }
        return items;
    }

    /** Returns sender, state and recipients of each message; sorted. */
    List<String> lines() {
        return items().stream().map(DomainQueue::line).sorted().toList();
    }

    private static String line(JsonNode item) {
        Set<String> states = new TreeSet<>();
        Set<String> addresses = new TreeSet<>();
        for (JsonNode recipient : item.path("recipients")) {
            String state = recipient.path("state").asText();
            if (state.equals("queued") || state.equals("deferred")) {
                states.add(state);
                addresses.add(recipient.path("address").asText());
            }
        }
        return item.path("sender").asText() + " " + String.join("+", states) + " " + addresses;
    }

    /** Returns the bytes of the queued messages of an account. */
    long bytes(Sender who) {
        return items().stream()
                .filter(item ->
                        item.path("sender").asText().equals(who.user().who().email()))
                .mapToLong(item -> item.path("size").asLong())
                .sum();
    }

    /** Removes a message as an operator. */
    void discard(String id) {
        assertThat(server.admin("DELETE", "/queue/" + id, "").statusCode()).isEqualTo(204);
    }
}
