package svc.store.sqlite;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the database says about its own schema, read in one go.
 *
 * @param namespaces by name
 * @param applied in the order in which they were applied
 */
record SchemaState(Map<String, Namespace> namespaces, List<MigrationApplied> applied) {

    SchemaState {
        namespaces = Map.copyOf(namespaces);
        applied = List.copyOf(applied);
    }

    /** A database without anything in it. */
    static SchemaState empty() {
        return new SchemaState(Map.of(), List.of());
    }

    /** The number of the namespace; empty when it was never seen. */
    Optional<Integer> numberOf(String namespace) {
        return Optional.ofNullable(namespaces.get(namespace)).map(Namespace::number);
    }

    /** The number under which the history has a namespace without a row, unless another namespace has taken it. */
    int freeNumberFor(String namespace) {
        Set<Integer> taken = namespaces.values().stream().map(Namespace::number).collect(Collectors.toSet());
        return appliedOf(namespace).stream()
                .map(MigrationApplied::number)
                .filter(number -> number > 0 && !taken.contains(number))
                .findFirst()
                .orElseGet(this::nextNumber);
    }

    /** A number that was never used. */
    int nextNumber() {
        int rows =
                namespaces.values().stream().mapToInt(Namespace::number).max().orElse(0);
        int history = applied.stream().mapToInt(MigrationApplied::number).max().orElse(0);
        return Math.max(rows, history) + 1;
    }

    /** What was applied of one namespace, in the order of the numbers. */
    List<MigrationApplied> appliedOf(String namespace) {
        return applied.stream()
                .filter(row -> row.namespace().equals(namespace))
                .sorted(Comparator.comparingInt(MigrationApplied::version))
                .toList();
    }

    /** The highest number applied by namespace, sorted by name. */
    Map<String, Integer> versions() {
        Map<String, Integer> versions = new TreeMap<>();
        applied.forEach(row -> versions.merge(row.namespace(), row.version(), Math::max));
        return versions;
    }
}
