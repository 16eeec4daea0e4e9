package svc.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Optional;
import svc.testkit.PushKeys;

/**
 * A client that subscribes to a push service.
 *
 * @param who the signed-in caller
 * @param service the push service
 */
record PushClient(SignedIn who, PushService service) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * A subscription.
     *
     * @param id its id
     * @param path its path at the push service
     * @param keys the keys of its messages
     */
    record Subscribed(String id, String path, Optional<PushKeys> keys) {
        /** Returns the content of a message. */
        JsonNode open(PushService.Message message) {
            return keys.map(message::json).orElseGet(message::json);
        }
    }

    static ObjectNode object() {
        return JSON.createObjectNode();
    }

    /** Calls a method; returns its response with the name. */
    static JsonNode call(SignedIn who, String method, JsonNode arguments) {
        ObjectNode request = JSON.createObjectNode();
        request.putArray("using").add("urn:ietf:params:jmap:core");
        request.putArray("methodCalls").addArray().add(method).add(arguments).add("c");
        return SignedIn.json(who.post("/jmap", request.toString()))
                .path("methodResponses")
                .path(0);
    }

    static JsonNode set(SignedIn who, String argument, String key, JsonNode value) {
        ObjectNode arguments = object();
        arguments.putObject(argument).set(key, value);
        return call(who, "PushSubscription/set", arguments).path(1);
    }

    /** Returns the properties of a new subscription with the URL of a path at the service. */
    ObjectNode draft(String path) {
        return object().put("deviceClientId", "phone").put("url", service.url(path));
    }

    static ObjectNode withKeys(ObjectNode draft, PushKeys keys) {
        draft.putObject("keys").put("p256dh", keys.p256dh()).put("auth", keys.auth());
        return draft;
    }

    JsonNode create(JsonNode draft) {
        return set(who, "create", "k", draft);
    }

    JsonNode update(String id, JsonNode patch) {
        return set(who, "update", id, patch);
    }

    /** Returns all subscriptions of this sign-in. */
    JsonNode list() {
        return call(who, "PushSubscription/get", object().putNull("ids"))
                .path(1)
                .path("list");
    }

    /** Subscribes with keys to all types, and verifies the subscription with the code. */
    Subscribed subscribed(String path) {
        PushKeys keys = PushKeys.fresh();
        return subscribed(path, withKeys(draft(path), keys), Optional.of(keys));
    }

    Subscribed subscribed(String path, JsonNode draft, Optional<PushKeys> keys) {
        JsonNode set = create(draft);
        String id = set.at("/created/k/id").asText();
        assertThat(id).as(set.toString()).isNotEmpty();
        Subscribed subscribed = new Subscribed(id, path, keys);
        JsonNode verification = subscribed.open(service.next(path));
        assertThat(verification.path("@type").asText()).isEqualTo("PushVerification");
        JsonNode actual = update(
                id,
                object().put(
                                "verificationCode",
                                verification.path("verificationCode").asText()));
        assertThat(actual.path("updated").has(id)).as(actual.toString()).isTrue();
        return subscribed;
    }

    /** Returns the state of a type in the next message. */
    String told(Subscribed subscribed, String type) {
        JsonNode change = subscribed.open(service.next(subscribed.path()));
        assertThat(change.path("@type").asText()).isEqualTo("StateChange");
        return change.path("changed").path(who.accountId()).path(type).asText();
    }
}
