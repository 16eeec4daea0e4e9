package svc.launcher.config;

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

/**
 * Every key that the installed jars declare. A table {@code [server]} of the file belongs to the PID {@code svc.server};
 * several bundles may declare keys of one table, but none twice.
 */
public final class KeyCatalogue {

    private final Map<String, KeyDefinition> keys = new TreeMap<>();
    private final Map<String, KeyDefinition> dormant = new TreeMap<>();
    private final Set<String> tables = new TreeSet<>();
    private final Set<String> pids = new TreeSet<>();
    private final List<ConfigProblem> problems = new ArrayList<>();

    private KeyCatalogue() {}

    /** The keys of these jars. */
    public static KeyCatalogue of(List<Path> jars) {
        return of(read(jars), List.of());
    }

    static List<JarKeys> read(List<Path> jars) {
        if (jars.isEmpty()) {
            return List.of();
        }
        XMLInputFactory xml = MetatypeXml.factory();
        return jars.stream().map(jar -> JarKeys.read(xml, jar)).toList();
    }

    /**
     * The keys of these jars; of two with one symbolic name, those of the later.
     *
     * @param skipped jars that will not be started: their keys may stand in the file, but nothing is asked of them
     */
    static KeyCatalogue of(List<JarKeys> jars, List<JarKeys> skipped) {
        Map<String, JarKeys> byBundle = new LinkedHashMap<>();
        jars.forEach(jar -> byBundle.put(jar.bundle(), jar));
        KeyCatalogue catalogue = new KeyCatalogue();
        byBundle.values().forEach(catalogue::add);
        skipped.stream()
                .filter(jar -> !byBundle.containsKey(jar.bundle()))
                .flatMap(jar -> jar.keys().stream())
                .filter(key -> !catalogue.keys.containsKey(key.address()))
                .forEach(key -> catalogue.dormant.putIfAbsent(key.address(), key));
        catalogue.findTables();
        return catalogue;
    }

    private void add(JarKeys jar) {
        problems.addAll(jar.problems());
        pids.addAll(jar.pids());
        for (KeyDefinition key : jar.byAddress().values()) {
            KeyDefinition first = keys.putIfAbsent(key.address(), key);
            if (first != null) {
                problems.add(ConfigProblem.of(
                        String.valueOf(jar.jar().getFileName()),
                        "The bundles " + first.bundle() + " and " + key.bundle() + " both declare the key " + key.key()
                                + " of [" + key.table() + "].",
                        "Take one of the two out: svc bundle remove " + key.bundle() + "."));
            }
        }
    }

    private void findTables() {
        pids.forEach(pid -> tables.add(pid.substring(KeyReader.PREFIX.length())));
        dormant.values().forEach(key -> tables.add(key.table()));
        for (String table : tables) {
            KeyDefinition key = keys.get(table);
            if (key != null) {
                problems.add(ConfigProblem.of(
                        String.valueOf(key.jar().getFileName()),
                        "The name " + table + " is both a table and a key of [" + key.table()
                                + "], declared by the bundle " + key.bundle() + ".",
                        "Take one of the two bundles out: svc bundle remove " + key.bundle() + "."));
            }
        }
    }

    /** What is wrong with the declarations themselves, naming the jar. */
    public List<ConfigProblem> problems() {
        return List.copyOf(problems);
    }

    /** Every key, sorted by table and name. */
    public Collection<KeyDefinition> keys() {
        return List.copyOf(keys.values());
    }

    /** Every PID that has a table, also without any key. */
    Set<String> pids() {
        return pids;
    }

    Set<String> tables() {
        return tables;
    }

    Optional<KeyDefinition> key(String address) {
        return Optional.ofNullable(keys.get(address));
    }

    boolean isDormant(String address) {
        return dormant.containsKey(address);
    }

    /** Whether it is a table, or the first part of the name of one. */
    boolean isTableOrPart(String name) {
        return tables.contains(name) || tables.stream().anyMatch(table -> table.startsWith(name + "."));
    }

    List<String> keysOf(String table) {
        return Stream.concat(keys.values().stream(), dormant.values().stream())
                .filter(key -> key.table().equals(table))
                .map(KeyDefinition::key)
                .toList();
    }

    /** The tables that have a key of this name. */
    List<String> tablesWith(String key) {
        return keys.values().stream()
                .filter(candidate -> candidate.key().equals(key))
                .map(KeyDefinition::table)
                .toList();
    }
}
