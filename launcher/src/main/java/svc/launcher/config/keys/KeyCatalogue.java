package svc.launcher.config.keys;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.stream.XMLInputFactory;
import svc.launcher.config.toml.ConfigProblem;
import svc.launcher.config.toml.TomlWriter;

/**
 * All keys that the installed jars declare. A table {@code [server]} of the file belongs to the PID {@code svc.server}.
 * Several bundles may declare keys of one table, but each key only once.
 */
public final class KeyCatalogue {

    private final Map<String, KeyDefinition> keys = new TreeMap<>();
    /** The first bundle that describes each table; empty for a table that only refused jars describe. */
    private final Map<String, String> tables = new TreeMap<>();

    private final Set<String> dormant = new TreeSet<>();
    private final Set<String> pids = new TreeSet<>();
    private final List<Path> unread = new ArrayList<>();
    private final List<ConfigProblem> problems = new ArrayList<>();

    private KeyCatalogue() {}

    /**
     * The keys of refused jars: the file may contain them, but none is required.
     *
     * @param jars the jars
     * @param keys further addresses
     */
    public record DormantKeys(List<JarKeys> jars, Set<String> keys) {
        static final DormantKeys NOTHING = new DormantKeys(List.of(), Set.of());
    }

    /** Returns the keys of these jars. */
    public static KeyCatalogue of(List<Path> jars) {
        return of(readOwn(jars), List.of(), DormantKeys.NOTHING);
    }

    /** Reads jars of the distribution. */
    public static List<JarKeys> readOwn(List<Path> jars) {
        return read(jars).stream().map(JarKeys::own).toList();
    }

    public static List<JarKeys> read(List<Path> jars) {
        if (jars.isEmpty()) {
            return List.of();
        }
        XMLInputFactory xml = MetatypeXml.factory();
        return jars.stream().map(jar -> JarKeys.read(xml, jar)).toList();
    }

    /**
     * Returns the keys of these jars.
     *
     * @param strict jars whose problems are all reported; of two jars with the same symbolic name, the later counts
     * @param lenient jars that are ignored if they have a problem; of two jars with the same symbolic name, the first
     *     counts
     */
    public static KeyCatalogue of(List<JarKeys> strict, List<JarKeys> lenient, DormantKeys dormantKeys) {
        Map<String, JarKeys> byBundle = new LinkedHashMap<>();
        strict.forEach(jar -> byBundle.put(jar.bundle(), jar));
        KeyCatalogue catalogue = new KeyCatalogue();
        for (JarKeys jar : byBundle.values()) {
            catalogue.problems.addAll(catalogue.objections(jar));
            catalogue.take(jar);
        }
        for (JarKeys jar : lenient) {
            if (byBundle.putIfAbsent(jar.bundle(), jar) != null
                    || !catalogue.objections(jar).isEmpty()) {
                catalogue.leaveOut(jar);
            } else {
                catalogue.take(jar);
            }
        }
        dormantKeys.jars().forEach(catalogue::leaveOut);
        catalogue.dormant.addAll(dormantKeys.keys());
        catalogue.dormant.forEach(address -> catalogue.tables.putIfAbsent(table(address), ""));
        return catalogue;
    }

    private void take(JarKeys jar) {
        pids.addAll(jar.pids());
        jar.tables().forEach(table -> tables.putIfAbsent(table, jar.bundle()));
        jar.byAddress().forEach(keys::putIfAbsent);
    }

    private void leaveOut(JarKeys jar) {
        dormant.addAll(jar.byAddress().keySet());
        if (!jar.problems().isEmpty()) {
            unread.add(jar.jar());
        }
    }

    private List<ConfigProblem> objections(JarKeys jar) {
        List<ConfigProblem> objections = new ArrayList<>(jar.problems());
        objections.addAll(jar.foreign());
        Map<String, KeyDefinition> brought = jar.byAddress();
        brought.forEach((address, key) -> {
            KeyDefinition first = keys.get(address);
            if (first != null) {
                objections.add(objection(
                        jar,
                        "The bundles " + first.bundle() + " and " + key.bundle() + " both declare the key " + key.key()
                                + " of [" + key.table() + "]."));
            }
            if (tables.containsKey(address)) {
                objections.add(both(jar, key, String.valueOf(tables.get(address))));
            }
            // A bundle can declare relations to keys of the same table that a jar with a lower start level declares.
            key.marks().others().stream()
                    .filter(other -> !brought.containsKey(key.table() + "." + other))
                    .filter(other -> !keys.containsKey(key.table() + "." + other))
                    .forEach(other -> objections.add(jar.problemOf("lets " + key.key() + " ask for the key "
                            + TomlWriter.shown(other) + ", which its table [" + key.table() + "] does not have")));
        });
        for (String table : jar.tables()) {
            Optional.ofNullable(keys.getOrDefault(table, brought.get(table)))
                    .ifPresent(key -> objections.add(both(jar, key, jar.bundle())));
        }
        return objections;
    }

    private static ConfigProblem both(JarKeys jar, KeyDefinition key, String bundle) {
        return objection(
                jar,
                "The name " + key.address() + " is both a key of [" + key.table() + "], declared by the bundle "
                        + key.bundle() + ", and a table, declared by the bundle " + bundle + ".");
    }

    private static ConfigProblem objection(JarKeys jar, String sentence) {
        return ConfigProblem.of(
                String.valueOf(jar.jar().getFileName()),
                sentence,
                "Remove one of the two: svc bundle remove " + jar.bundle() + ".");
    }

    private static String table(String address) {
        return address.substring(0, Math.max(0, address.lastIndexOf('.')));
    }

    /** Returns the problems of the declarations, with the name of the jar. */
    public List<ConfigProblem> problems() {
        return List.copyOf(problems);
    }

    /** Returns every key, sorted by table and name. */
    public Collection<KeyDefinition> keys() {
        return List.copyOf(keys.values());
    }

    /** Returns every PID that has a table, including those without keys. */
    public Set<String> pids() {
        return pids;
    }

    public Set<String> tables() {
        return tables.keySet();
    }

    /** Returns the jars that could not be read, whose keys are therefore unknown. */
    public List<Path> unread() {
        return List.copyOf(unread);
    }

    public Optional<KeyDefinition> key(String address) {
        return Optional.ofNullable(keys.get(address));
    }

    public boolean isDormant(String address) {
        return dormant.contains(address);
    }

    /** Returns whether the name is a table or the first part of the name of a table. */
    public boolean isTableOrPart(String name) {
        return tables.containsKey(name) || tables.keySet().stream().anyMatch(table -> table.startsWith(name + "."));
    }

    public List<String> keysOf(String table) {
        return Stream.concat(keys.keySet().stream(), dormant.stream())
                .distinct()
                .filter(address -> table(address).equals(table))
                .map(address -> address.substring(table.length() + 1))
                .toList();
    }

    /** Returns the tables that have a key of this name. */
    public List<String> tablesWith(String key) {
        return keys.values().stream()
                .filter(candidate -> candidate.key().equals(key))
                .map(KeyDefinition::table)
                .toList();
    }
}
