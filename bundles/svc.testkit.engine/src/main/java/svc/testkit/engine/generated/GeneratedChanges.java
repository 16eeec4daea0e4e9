package svc.testkit.engine.generated;

import static svc.api.jmap.StandardMethod.SET;
import static svc.testkit.engine.generated.GeneratedValues.WRONG;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import svc.testkit.engine.generated.Exchange.Sender;
import svc.testkit.engine.generated.TypeTraits.Property;

/**
 * Creates and updates of a type with generated properties (RFC 8620 §5.3): objects that are sent back as they were
 * received, and changes with several invalid properties.
 */
public final class GeneratedChanges {

    private static final String UNKNOWN = "noSuchProperty";
    private static final int ROUNDS = 60;

    private final Sender sender;
    private final TypeTraits type;
    private final GeneratedValues values;

    /** Creates the changes. The account must have an object of the type. */
    public GeneratedChanges(Exchange.Account account, TypeTraits type, long seed) {
        this.sender = new Sender(account, type, seed);
        this.type = type;
        this.values = new GeneratedValues(new Random(seed));
    }

    /** Sends objects back, completely, in part and by patch paths. Nothing changes, and no state. */
    public void objectsSentBackChangeNothing() {
        Map<String, Map<String, @Nullable Object>> before = existing();
        Map<String, Map<String, @Nullable Object>> complete = complete();
        String state = sender.state();
        List<Map<String, Map<String, @Nullable Object>>> sent = new ArrayList<>(List.of(before, complete));
        for (int i = 0; i < ROUNDS; i++) {
            String id = values.one(List.copyOf(before.keySet()));
            Map<String, @Nullable Object> object = (values.chance(0.5) ? before : complete).getOrDefault(id, Map.of());
            sent.add(Map.of(id, part(object)));
        }
        sent.forEach(update -> {
            Exchange set = sender.send(SET, Map.of("update", update));
            Map<String, @Nullable Object> done = set.done();
            set.require(done.get("notUpdated") == null, "an object can be sent back as it was received");
            update.keySet()
                    .forEach(id -> set.require(
                            PlainValues.object(done.get("updated")).containsKey(id), id + " must be updated"));
            set.require(
                    state.equals(done.get("oldState")) && state.equals(done.get("newState")),
                    "the state must remain " + state);
        });
        Map<String, Map<String, @Nullable Object>> after = existing();
        if (!after.equals(before)) {
            throw new AssertionError(type.type() + " objects sent back have changed from " + before + " to " + after);
        }
    }

    private Map<String, Map<String, @Nullable Object>> existing() {
        Map<String, Map<String, @Nullable Object>> objects = sender.objects(null);
        if (objects.isEmpty()) {
            throw new AssertionError("The account has no " + type.type() + ". Create one before the test.");
        }
        return objects;
    }

    /** Returns the objects with the properties that are returned on demand only. */
    private Map<String, Map<String, @Nullable Object>> complete() {
        List<String> names = new ArrayList<>(type.properties().keySet());
        names.removeIf(name -> name.endsWith("*"));
        return sender.objects(names);
    }

    /** Returns some of the properties of an object, some as paths to their members. */
    private Map<String, @Nullable Object> part(Map<String, @Nullable Object> object) {
        Map<String, @Nullable Object> part = new LinkedHashMap<>();
        for (String name : values.some(object.keySet())) {
            Object value = object.get(name);
            if (value instanceof Map<?, ?> members && !members.containsValue(null) && values.chance(0.7)) {
                PlainValues.object(members).forEach((member, inner) -> part.put(name + "/" + escaped(member), inner));
            } else {
                part.put(name, value);
            }
        }
        return part;
    }

    private static String escaped(String step) {
        return step.replace("~", "~0").replace("/", "~1");
    }

    /**
     * A create with several invalid properties is rejected with all of them.
     *
     * @param example properties from which an object can be created, or none
     */
    public void invalidCreatesNameAllProperties(Map<String, ? extends @Nullable Object> example) {
        for (int i = 0; i < ROUNDS; i++) {
            Map<String, @Nullable Object> base = new LinkedHashMap<>();
            values.some(example.keySet()).forEach(name -> base.put(name, example.get(name)));
            Map<String, @Nullable Object> wrong = new LinkedHashMap<>(base);
            Set<String> names = new TreeSet<>(values.some(wrongAtCreation()));
            names.forEach(name -> wrong.put(name, WRONG));
            Map<String, @Nullable Object> alone = create(base).setError("notCreated", "k");
            Exchange set = create(wrong);
            Map<String, @Nullable Object> error = set.setError("notCreated", "k");
            if (!"singleton".equals(error.get("type"))) {
                requireNames(set, error, names, Exchange.invalid(alone));
            }
        }
    }

    private Exchange create(Map<String, @Nullable Object> properties) {
        return sender.send(SET, Map.of("create", Map.of("k", properties)));
    }

    private List<String> wrongAtCreation() {
        List<String> names = new ArrayList<>(List.of(UNKNOWN, "id", "other/" + UNKNOWN));
        names.addAll(plain(type.names(property -> property.serverSet() || !property.anything())));
        return names;
    }

    private static List<String> plain(List<String> names) {
        return names.stream().filter(name -> !name.endsWith("*")).toList();
    }

    /** An update with several invalid properties, some of them by paths, is rejected with all of them. */
    public void invalidUpdatesNameAllProperties() {
        Map<String, Map<String, @Nullable Object>> before = existing();
        String state = sender.state();
        for (int i = 0; i < ROUNDS; i++) {
            String id = values.one(List.copyOf(before.keySet()));
            Map<String, @Nullable Object> object = before.getOrDefault(id, Map.of());
            Map<String, @Nullable Object> patch = new LinkedHashMap<>();
            Set<String> names = new LinkedHashSet<>(values.some(wrongAtUpdate()));
            names.forEach(name -> patch.put(path(name, object.get(name)), WRONG));
            part(object).forEach((path, value) -> {
                if (!names.contains(path.split("/", 2)[0])) {
                    patch.put(path, value);
                }
            });
            Exchange set = sender.send(SET, Map.of("update", Map.of(id, patch)));
            requireNames(set, set.setError("notUpdated", id), names, Set.of());
            set.require(state.equals(set.done().get("newState")), "the state must remain " + state);
        }
    }

    private List<String> wrongAtUpdate() {
        List<String> names = new ArrayList<>(List.of(UNKNOWN, "id"));
        names.addAll(plain(type.names(Property::serverSet)));
        names.addAll(plain(type.names(property -> !property.anything())));
        return names;
    }

    /** Returns the name of a property or a path to one of its members. */
    private String path(String name, @Nullable Object value) {
        return value instanceof Map<?, ?> members && !members.isEmpty() && values.chance(0.5)
                ? name + "/"
                        + escaped(String.valueOf(members.keySet().iterator().next()))
                : name;
    }

    private static void requireNames(
            Exchange set, Map<String, @Nullable Object> error, Set<String> wrong, Set<String> others) {
        Set<String> named = new TreeSet<>(Exchange.invalid(error));
        set.require(
                "invalidProperties".equals(error.get("type")) && named.containsAll(wrong),
                "the error must be invalidProperties and name " + wrong);
        named.removeAll(wrong);
        set.require(others.containsAll(named), "the error must not name " + named);
    }
}
