package svc.cap.v2.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.identity.Caller;
import svc.api.push.PushStateCodec;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/** A client that applies events by the rules for clients. Data on its way to the client may be delayed or lost. */
final class PatchStreamClient {

    private final Client client;
    private final Caller caller;
    private final PatchStream.Dependencies dependencies;
    private final PushStateCodec states;
    private final Map<String, Copy> held = new HashMap<>();
    private final Deque<Event> wire = new ArrayDeque<>();
    private final Deque<Answer> answers = new ArrayDeque<>();
    private PatchStream patches;
    private String lastId;
    int patched;
    int fetched;

    /** A version of an object that the client holds. */
    private record Copy(String state, Map<String, @Nullable Object> properties) {}

    private record Event(StreamEvent told, String id) {}

    /**
     * A response on its way, and the objects about which events arrived in the meantime, for which the response is
     * outdated. {@code required} is whether the client must have it.
     */
    private record Answer(Response response, Set<String> told, boolean needed, Runnable again) {}

    PatchStreamClient(Client client, Caller caller, PatchStream.Dependencies dependencies, PushStateCodec states) {
        this.client = client;
        this.caller = caller;
        this.dependencies = dependencies;
        this.states = states;
        this.patches = open(Optional.empty());
        this.lastId = id();
    }

    private PatchStream open(Optional<String> since) {
        Optional<ChangesPosition> position =
                since.flatMap(text -> states.decode(caller, text)).map(ChangesPosition::of);
        return new PatchStream(dependencies, caller, type -> true, position, since.isPresent() && position.isEmpty());
    }

    private String id() {
        return states.encode(caller, patches.place().from(), patches.place().rest());
    }

    /** Makes the server write a portion. */
    boolean write() {
        String before = id();
        PatchStream.Portion portion = patches.next();
        int remaining = portion.events().size();
        for (StreamEvent event : portion.events()) {
            remaining--;
            wire.add(new Event(event, remaining == 0 ? id() : before));
        }
        return remaining != portion.events().size() || portion.more();
    }

    /** Reads an event; returns false when there is none. */
    boolean read() {
        Event event = wire.poll();
        if (event == null) {
            return false;
        }
        lastId = event.id();
        apply(event.told());
        return true;
    }

    /** Breaks the connection: data on its way is lost, and responses, too, if the client crashes. */
    void cut(boolean crash) {
        wire.clear();
        if (crash) {
            List<Answer> broken = List.copyOf(answers);
            answers.clear();
            broken.forEach(answer -> answer.again().run());
        }
        patches.end();
        patches = open(Optional.of(lastId));
    }

    /** Requests objects; the response arrives later or never. */
    void ask(String type, @Nullable List<String> ids, @Nullable List<String> properties) {
        ask(type, ids, properties, false, () -> {});
    }

    private void ask(
            String type,
            @Nullable List<String> ids,
            @Nullable List<String> properties,
            boolean required,
            Runnable again) {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("ids", ids);
        arguments.put("properties", properties);
        answers.add(new Answer(client.call(type + "/get", arguments).done(), new HashSet<>(), required, again));
    }

    /** Requests objects that the client must fetch; it stores that before it stores the id of the event. */
    private void fetch(String type, @Nullable List<String> ids) {
        fetched++;
        ask(type, ids, null, true, () -> fetch(type, ids));
    }

    /** Reads a response; returns false when there is none. */
    boolean answer() {
        Answer next = answers.poll();
        if (next == null) {
            return false;
        }
        Response answer = next.response();
        String type = answer.method().substring(0, answer.method().indexOf('/'));
        for (Object object : answer.list("list")) {
            Map<String, @Nullable Object> properties = new LinkedHashMap<>(Casts.object(object));
            String id = String.valueOf(properties.remove("id"));
            if (next.told().contains(type) || next.told().contains(type + " " + id)) {
                if (next.needed() && !next.told().contains(type)) {
                    fetch(type, List.of(id));
                }
                continue;
            }
            Copy known = held.get(type + " " + id);
            Map<String, @Nullable Object> all = known == null ? new LinkedHashMap<>() : known.properties();
            all.putAll(properties);
            held.put(type + " " + id, new Copy(answer.text("state"), all));
        }
        answer.texts("notFound").stream()
                .map(id -> type + " " + id)
                .filter(key -> !next.told().contains(type) && !next.told().contains(key))
                .forEach(held::remove);
        return true;
    }

    private void apply(StreamEvent event) {
        Map<String, @Nullable Object> members = event.members();
        String key = members.get("type") + " " + members.get("id");
        answers.forEach(answer -> answer.told().add(key));
        switch (event.name()) {
            case "value" -> {
                Map<String, @Nullable Object> value = new LinkedHashMap<>(Casts.object(members.get("value")));
                assertThat(value.remove("id")).isEqualTo(members.get("id"));
                held.put(key, new Copy(String.valueOf(members.get("newState")), value));
            }
            case "gone" -> held.remove(key);
            case "patch" -> patch(key, members);
            default -> resync(members);
        }
    }

    private void resync(Map<String, @Nullable Object> members) {
        for (Object type : (Iterable<?>) Objects.requireNonNull(members.get("types"))) {
            answers.forEach(answer -> answer.told().add(String.valueOf(type)));
            held.keySet().removeIf(key -> key.startsWith(type + " "));
            fetch(String.valueOf(type), null);
        }
    }

    private void patch(String key, Map<String, @Nullable Object> members) {
        Copy copy = held.get(key);
        if (copy == null || !copy.state().equals(members.get("oldState"))) {
            held.remove(key);
            fetch(String.valueOf(members.get("type")), List.of(String.valueOf(members.get("id"))));
            return;
        }
        patched++;
        Map<String, @Nullable Object> properties = new LinkedHashMap<>(copy.properties());
        Casts.object(members.get("patch")).forEach((path, value) -> {
            String[] steps = path.split("/", 2);
            if (!properties.containsKey(steps[0])) {
                return;
            }
            if (steps.length == 1) {
                properties.put(path, value);
            } else {
                Map<String, @Nullable Object> inner = new LinkedHashMap<>(Casts.object(properties.get(steps[0])));
                String name = steps[1].replace("~1", "/").replace("~0", "~");
                if (value == null) {
                    inner.remove(name);
                } else {
                    inner.put(name, value);
                }
                properties.put(steps[0], inner);
            }
        });
        held.put(key, new Copy(String.valueOf(members.get("newState")), properties));
    }

    /** Describes the differences between the client and the truth; empty when there are none. */
    String wrong(Map<String, Map<String, Map<String, @Nullable Object>>> expected) {
        StringBuilder wrong = new StringBuilder();
        held.forEach((key, copy) -> {
            String[] parts = key.split(" ", 2);
            Map<String, @Nullable Object> now =
                    expected.getOrDefault(parts[0], Map.of()).get(parts[1]);
            if (now == null) {
                wrong.append(key).append(" lives no more\n");
            } else {
                copy.properties().forEach((name, value) -> {
                    if (!Objects.equals(value, now.get(name))) {
                        wrong.append(key)
                                .append('.')
                                .append(name)
                                .append(" is ")
                                .append(now.get(name));
                        wrong.append(", not ").append(value).append('\n');
                    }
                });
            }
        });
        return wrong.toString();
    }

    boolean holds(String type, String id) {
        return held.containsKey(type + " " + id);
    }

    void close() {
        patches.end();
    }
}
