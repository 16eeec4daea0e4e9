package svc.testkit.engine;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The input of the contract tests: the services of a capability, one of its types, and examples. Created anew for every
 * test.
 *
 * <pre>{@code
 * CapabilityUnderTest.of("Todo", engine -> List.of(new Todos(), new ArchiveTodos(engine.store())))
 *         .good(Map.of("title", "Milk"))
 *         .good(Map.of("title", "Bread", "done", true))
 *         .bad(Map.of("title", " "), "title")
 *         .change(Map.of("done", true))
 *         .method("Todo/archive", Map.of("accountId", CapabilityUnderTest.ACCOUNT));
 * }</pre>
 */
public final class CapabilityUnderTest {

    /** A placeholder for the id of an account in the arguments of a {@link #method}. */
    public static final String ACCOUNT = "<account>";

    /** A placeholder for the id of an object of the type. */
    public static final String ID = "<id>";

    private final String type;
    private final Function<JmapTestServer, List<?>> services;
    private final List<Map<String, ? extends @Nullable Object>> validObjects = new ArrayList<>();
    private final List<Wrong> bad = new ArrayList<>();
    private final List<Map<String, ? extends @Nullable Object>> changes = new ArrayList<>();
    private final List<Wrong> badChanges = new ArrayList<>();
    private final Map<Map<String, ? extends @Nullable Object>, List<Integer>> filters = new LinkedHashMap<>();
    private final Map<String, Map<String, ? extends @Nullable Object>> methods = new LinkedHashMap<>();
    private final Map<String, Map<String, ? extends @Nullable Object>> others = new LinkedHashMap<>();
    private final Map<String, Map<String, ? extends @Nullable Object>> singletons = new LinkedHashMap<>();

    private Class<?>[] tableOwners = {};

    private CapabilityUnderTest(String type, Function<JmapTestServer, List<?>> services) {
        this.type = type;
        this.services = services;
    }

    /**
     * An example that must be rejected.
     *
     * @param properties the properties that the client sends
     * @param names the properties that the error must name
     */
    record Wrong(Map<String, ? extends @Nullable Object> properties, List<String> names) {}

    /**
     * Creates the input for one type.
     *
     * @param type the name of the type
     * @param services creates all services that the capability registers; its argument is the engine of the test
     */
    public static CapabilityUnderTest of(String type, Function<JmapTestServer, List<?>> services) {
        return new CapabilityUnderTest(type, services);
    }

    /** Creates the tables of bundles in the store of each test. The argument is a class of each bundle. */
    public CapabilityUnderTest tablesOf(Class<?>... owners) {
        tableOwners = owners.clone();
        return this;
    }

    /** Adds properties from which an object can be created. Add at least two that differ. */
    public CapabilityUnderTest good(Map<String, ? extends @Nullable Object> properties) {
        validObjects.add(properties);
        return this;
    }

    /** Adds properties from which no object can be created, and the properties that the error must name. */
    public CapabilityUnderTest bad(Map<String, ? extends @Nullable Object> properties, String... names) {
        bad.add(new Wrong(properties, List.of(names)));
        return this;
    }

    /** Adds a patch that is valid for the first of the good objects. At least one patch must change the object. */
    public CapabilityUnderTest change(Map<String, ? extends @Nullable Object> patch) {
        changes.add(patch);
        return this;
    }

    /** Adds a patch that is invalid for the first of the good objects, and the properties that the error must name. */
    public CapabilityUnderTest badChange(Map<String, ? extends @Nullable Object> patch, String... names) {
        badChanges.add(new Wrong(patch, List.of(names)));
        return this;
    }

    /** Adds a filter and the indexes of the good objects that it matches, from 0 on. */
    public CapabilityUnderTest filter(Map<String, ? extends @Nullable Object> filter, Integer... found) {
        filters.put(filter, List.of(found));
        return this;
    }

    /** Adds arguments for a method of the capability. {@link #ACCOUNT} and {@link #ID} are replaced by real ids. */
    public CapabilityUnderTest method(String name, Map<String, ? extends @Nullable Object> arguments) {
        methods.put(name, arguments);
        return this;
    }

    /** Adds properties from which an object of another type of the same capability can be created. */
    public CapabilityUnderTest other(String otherType, Map<String, ? extends @Nullable Object> properties) {
        others.put(otherType, properties);
        return this;
    }

    /** Adds a singleton of the same capability, and a patch that changes it. */
    public CapabilityUnderTest singleton(String otherType, Map<String, ? extends @Nullable Object> patch) {
        singletons.put(otherType, patch);
        return this;
    }

    String type() {
        return type;
    }

    Class<?>[] tableOwners() {
        return tableOwners.clone();
    }

    List<?> services(JmapTestServer engine) {
        return services.apply(engine);
    }

    List<Map<String, ? extends @Nullable Object>> good() {
        if (validObjects.isEmpty()) {
            throw new AssertionError("The subject has no good example of a " + type + ". Give one with good(…).");
        }
        return validObjects;
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

    /** Returns one valid example of every type, by type name. */
    Map<String, Map<String, ? extends @Nullable Object>> examples() {
        Map<String, Map<String, ? extends @Nullable Object>> examples = new LinkedHashMap<>(others);
        examples.put(type, good().get(0));
        return examples;
    }

    /** Returns a patch for every singleton, by type name. */
    Map<String, Map<String, ? extends @Nullable Object>> singletons() {
        return singletons;
    }
}
