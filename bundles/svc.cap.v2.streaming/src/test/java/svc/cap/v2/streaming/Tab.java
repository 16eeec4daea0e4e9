package svc.cap.v2.streaming;

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
import svc.api.push.PushStates;
import svc.testkit.engine.Client;
import svc.testkit.engine.Response;

/** A client that keeps what it is told by the rules for clients; what is on the way to it may wait, and may be lost. */
final class Tab {

    private final Client client;
    private final Caller caller;
    private final Patches.Ground ground;
    private final PushStates states;
    private final Map<String, Copy> held = new HashMap<>();
    private final Deque<Event> wire = new ArrayDeque<>();
    private final Deque<Answer> answers = new ArrayDeque<>();
    private Patches patches;
    private String lastId;
    int patched;
    int fetched;

    /** What it holds of an object. */
    private record Copy(String state, Map<String, @Nullable Object> properties) {}

    private record Event(Told told, String id) {}

    /** An answer on its way, and what events told of meanwhile: of that it says nothing new. The client needs it, or it would like it. */
    private record Answer(Response response, Set<String> told, boolean needed, Runnable again) {}

    Tab(Client client, Caller caller, Patches.Ground ground, PushStates states) {
        this.client = client;
        this.caller = caller;
        this.ground = ground;
        this.states = states;
        this.patches = open(Optional.empty());
        this.lastId = id();
    }

    private Patches open(Optional<String> since) {
        Optional<Place> place = since.flatMap(text -> states.read(caller, text)).map(Place::of);
        return new Patches(ground, caller, type -> true, place, since.isPresent() && place.isEmpty());
    }

    private String id() {
        return states.text(caller, patches.place().from(), patches.place().rest());
    }

    /** The server writes what it owes, a portion. */
    boolean write() {
        String before = id();
        Patches.Portion portion = patches.next();
        int left = portion.events().size();
        for (Told told : portion.events()) {
            left--;
            wire.add(new Event(told, left == 0 ? id() : before));
        }
        return left != portion.events().size() || portion.more();
    }

    /** Reads an event; false when there is none. */
    boolean read() {
        Event event = wire.poll();
        if (event == null) {
            return false;
        }
        lastId = event.id();
        apply(event.told());
        return true;
    }

    /** The connection breaks: what is on the way is lost, and answers too where the client breaks down with it. */
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

    /** Asks for objects; the answer comes later, or never. */
    void ask(String type, @Nullable List<String> ids, @Nullable List<String> properties) {
        ask(type, ids, properties, false, () -> {});
    }

    private void ask(
            String type,
            @Nullable List<String> ids,
            @Nullable List<String> properties,
            boolean needed,
            Runnable again) {
        Map<String, @Nullable Object> arguments = new HashMap<>();
        arguments.put("ids", ids);
        arguments.put("properties", properties);
        answers.add(new Answer(client.call(type + "/get", arguments).done(), new HashSet<>(), needed, again));
    }

    /** Has to be fetched: a client keeps that in mind before it takes the id of the event. */
    private void fetch(String type, @Nullable List<String> ids) {
        fetched++;
        ask(type, ids, null, true, () -> fetch(type, ids));
    }

    /** Reads an answer; false when there is none. */
    boolean answer() {
        Answer next = answers.poll();
        if (next == null) {
            return false;
        }
        Response answer = next.response();
        String type = answer.method().substring(0, answer.method().indexOf('/'));
        for (Object object : answer.list("list")) {
            Map<String, @Nullable Object> properties = new LinkedHashMap<>(Plain.object(object));
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

    private void apply(Told told) {
        Map<String, @Nullable Object> members = told.members();
        String key = members.get("type") + " " + members.get("id");
        answers.forEach(answer -> answer.told().add(key));
        switch (told.name()) {
            case "value" ->
                held.put(
                        key,
                        new Copy(
                                String.valueOf(members.get("newState")),
                                new LinkedHashMap<>(Plain.object(members.get("value")))));
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
        Plain.object(members.get("patch")).forEach((path, value) -> {
            String[] steps = path.split("/", 2);
            if (!properties.containsKey(steps[0])) {
                return;
            }
            if (steps.length == 1) {
                properties.put(path, value);
            } else {
                Map<String, @Nullable Object> inner = new LinkedHashMap<>(Plain.object(properties.get(steps[0])));
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

    /** What it holds that is not so; empty when all is true. */
    String wrong(Map<String, Map<String, Map<String, @Nullable Object>>> truth) {
        StringBuilder wrong = new StringBuilder();
        held.forEach((key, copy) -> {
            String[] parts = key.split(" ", 2);
            Map<String, @Nullable Object> now =
                    truth.getOrDefault(parts[0], Map.of()).get(parts[1]);
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
