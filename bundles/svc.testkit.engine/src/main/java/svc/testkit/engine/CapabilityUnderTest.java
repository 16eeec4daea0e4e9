package svc.testkit.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the contract suites look at: the services of a capability, one of its types, and examples. Made anew for every test.
 *
 * <pre>{@code
 * Subject.of("Todo", engine -> List.of(new Todos(), new ArchiveTodos(engine.store())))
 *         .good(Map.of("title", "Milk"))
 *         .good(Map.of("title", "Bread", "done", true))
 *         .bad(Map.of("title", " "), "title")
 *         .change(Map.of("done", true))
 *         .method("Todo/archive", Map.of("accountId", Subject.ACCOUNT));
 * }</pre>
 */
public final class Subject {

    /** Stands for the id of an account in the arguments of a {@link #method}. */
    public static final String ACCOUNT = "<account>";

    /** Stands for the id of an object of the type. */
    public static final String ID = "<id>";

    private final String type;
    private final Function<MemoryEngine, List<?>> services;
    private final List<Map<String, ? extends @Nullable Object>> good = new ArrayList<>();
    private final List<Wrong> bad = new ArrayList<>();
    private final List<Map<String, ? extends @Nullable Object>> changes = new ArrayList<>();
    private final List<Wrong> badChanges = new ArrayList<>();
    private final Map<Map<String, ? extends @Nullable Object>, List<Integer>> filters = new LinkedHashMap<>();
    private final Map<String, Map<String, ? extends @Nullable Object>> methods = new LinkedHashMap<>();
    private final Map<String, Map<String, ? extends @Nullable Object>> others = new LinkedHashMap<>();

    private Subject(String type, Function<MemoryEngine, List<?>> services) {
        this.type = type;
        this.services = services;
    }

    /**
     * Something that must be refused.
     *
     * @param properties what is sent
     * @param names the properties that the refusal must name
     */
    record Wrong(Map<String, ? extends @Nullable Object> properties, List<String> names) {}

    /**
     * Begins.
     *
     * @param type the name of the type
     * @param services makes all services that the capability registers, for an engine of its own
     */
    public static Subject of(String type, Function<MemoryEngine, List<?>> services) {
        return new Subject(type, services);
    }

    /** Properties from which an object can be created. Give two or more, and differing ones. */
    public Subject good(Map<String, ? extends @Nullable Object> properties) {
        good.add(properties);
        return this;
    }

    /** Properties from which no object can be created, and those that the refusal must name. */
    public Subject bad(Map<String, ? extends @Nullable Object> properties, String... names) {
        bad.add(new Wrong(properties, List.of(names)));
        return this;
    }

    /** A change that can be made to the first of the good objects. Give one at least that really changes it. */
    public Subject change(Map<String, ? extends @Nullable Object> patch) {
        changes.add(patch);
        return this;
    }

    /** A change that cannot be made to the first of the good objects, and the properties that the refusal must name. */
    public Subject badChange(Map<String, ? extends @Nullable Object> patch, String... names) {
        badChanges.add(new Wrong(patch, List.of(names)));
        return this;
    }

    /** A filter, and which of the good objects it finds, counted from 0. */
    public Subject filter(Map<String, ? extends @Nullable Object> filter, Integer... found) {
        filters.put(filter, List.of(found));
        return this;
    }

    /** Arguments with which a method of one's own can be called; {@link #ACCOUNT} and {@link #ID} stand for real ids. */
    public Subject method(String name, Map<String, ? extends @Nullable Object> arguments) {
        methods.put(name, arguments);
        return this;
    }

    /** Properties from which an object of another type of the same capability can be created. */
    public Subject other(String otherType, Map<String, ? extends @Nullable Object> properties) {
        others.put(otherType, properties);
        return this;
    }

    String type() {
        return type;
    }

    List<?> services(MemoryEngine engine) {
        return services.apply(engine);
    }

    List<Map<String, ? extends @Nullable Object>> good() {
        if (good.isEmpty()) {
            throw new AssertionError("The subject has no good example of a " + type + ". Give one with good(…).");
        }
        return good;
    }

    List<Wrong> bad() {
        return bad;
    }

    List<Map<String, ? extends @Nullable Object>> changes() {
        return changes;
    }

    List<Wrong> badChanges() {
        return badChanges;
    }

    Map<Map<String, ? extends @Nullable Object>, List<Integer>> filters() {
        return filters;
    }

    Map<String, Map<String, ? extends @Nullable Object>> methods() {
        return methods;
    }

    /** A good example of every type, by name. */
    Map<String, Map<String, ? extends @Nullable Object>> examples() {
        Map<String, Map<String, ? extends @Nullable Object>> examples = new LinkedHashMap<>(others);
        examples.put(type, good().get(0));
        return examples;
    }
}
