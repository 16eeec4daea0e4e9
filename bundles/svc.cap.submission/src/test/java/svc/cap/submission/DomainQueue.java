package svc.cap.submission;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import svc.api.operation.OperationGroup;
import svc.api.operation.PageRequest;
import svc.delivery.queue.QueueOperations;
import svc.testkit.bundles.BundleServer;
import svc.testkit.bundles.LocalSender;

/**
 * The queued messages of the accounts of one domain, as operators see them.
 *
 * @param domain the domain
 */
record DomainQueue(BundleServer server, String domain) {

    /** Returns their messages, and reports, which have no sender and are delivered at once. */
    List<JsonNode> items() {
        List<JsonNode> items = new ArrayList<>();
        for (JsonNode item :
                server.json(operations().list(new PageRequest(500, ""))).path("items")) {
            String sender = item.path("sender").asText();
            if (sender.isEmpty() || sender.endsWith("@" + domain)) {
                items.add(item);
            }
        }
        return items;
    }

    private QueueOperations operations() {
        return server.service(OperationGroup.class, QueueOperations.class);
    }

    /** Returns sender, state and recipients of each message; sorted. */
    static List<String> lines(List<JsonNode> items) {
        return items.stream().map(DomainQueue::line).sorted().toList();
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
    long bytes(LocalSender who) {
        return items().stream()
                .filter(item ->
                        item.path("sender").asText().equals(who.user().who().email()))
                .mapToLong(item -> item.path("size").asLong())
                .sum();
    }

    /** Removes a message as an operator. */
    void discard(String id) {
        operations().remove(id);
    }
}
