package svc.store.sqlite.schema;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import svc.store.sqlite.schema.SchemaReport.Verdict;
import svc.store.sqlite.sql.StatementCache;

/**
 * The namespaces and applied migrations of a database, read in one pass. They are read without Flyway, because loading
 * Flyway is too slow for every start.
 *
 * @param namespaces the namespaces by name
 * @param applied the migrations in the order of their application
 */
public record SchemaState(Map<String, Namespace> namespaces, List<Applied> applied) {

    /** Flyway's default name for its table. */
    static final String HISTORY = "flyway_schema_history";

    /**
     * The layout version of the catalogue tables in {@code PRAGMA user_version}; it is raised with a change that older
     * releases cannot read.
     */
    static final int LAYOUT = 1;

    private static final Pattern VERSION = Pattern.compile("([0-9]{1,9})\\.([0-9]{1,9})");

    public SchemaState {
        namespaces = Map.copyOf(namespaces);
        applied = List.copyOf(applied);
    }

    /**
     * One row of the table of namespaces.
     *
     * @param name the name from the manifest of the bundle
     * @param number the first part of the versions of its scripts in Flyway's history; never reused
     * @param state whether its bundle must be installed
     * @param bundle the symbolic name of the bundle that created it
     */
    public record Namespace(String name, int number, State state, String bundle) {

        /** Whether the bundle of a namespace must be installed. */
        public enum State {
            /** The bundle must be installed; a start without it is refused. */
            ACTIVE,
            /** The tables are kept; the server starts without the bundle. */
            PARKED,
            /** The tables were exported and dropped; only the number stays reserved. */
            RETIRED;

            /** Returns the value of the column {@code state}. */
            public String word() {
                return name().toLowerCase(Locale.ROOT);
            }
        }

        Namespace in(State other) {
            return new Namespace(name, number, other, bundle);
        }

        private static Namespace of(ResultSet row) throws SQLException {
            State state = State.valueOf(row.getString(3).toUpperCase(Locale.ROOT));
            return new Namespace(row.getString(1), row.getInt(2), state, row.getString(4));
        }
    }

    /**
     * One row of Flyway's history table.
     *
     * @param namespace the namespace; for a row of another program, the version or {@code unnamed}
     * @param number the number of the namespace, the first part of the version; 0 for a row of another program
     * @param version the number of the script, the second part of the version; 0 for a row of another program
     * @param script the file name of the script
     * @param checksum the checksum of the script when it was applied
     * @param success never false in a database that only this server wrote
     */
    public record Applied(String namespace, int number, int version, String script, int checksum, boolean success) {

        /**
         * Reads a row. The namespace is taken from the column {@code script} ({@code namespace/V1__name.sql}), also
         * when its number is unknown.
         */
        private static Applied of(ResultSet row, Map<Integer, String> names) throws SQLException {
            String version = Optional.ofNullable(row.getString(1)).orElse("");
            String script = Optional.ofNullable(row.getString(2)).orElse("");
            Matcher parts = VERSION.matcher(version);
            boolean ours = parts.matches();
            int number = ours ? Integer.parseInt(parts.group(1)) : 0;
            int slash = script.lastIndexOf('/');
            String named = names.getOrDefault(number, version.isEmpty() ? "unnamed" : version);
            return new Applied(
                    slash > 0 ? script.substring(0, slash) : named,
                    number,
                    ours ? Integer.parseInt(parts.group(2)) : 0,
                    script.substring(slash + 1),
                    row.getInt(3),
                    row.getBoolean(4));
        }
    }

    /** Returns the state of an empty database. */
    public static SchemaState empty() {
        return new SchemaState(Map.of(), List.of());
    }

    /** Reads Flyway's history and the table of namespaces. */
    public static SchemaState read(StatementCache db) {
        List<String> tables = db.list(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'",
                row -> row.getString(1));
        long layout = db.number(0, "PRAGMA user_version");
        if (layout > LAYOUT) {
            throw new SchemaException(
                    Verdict.NEWER,
                    null,
                    "The database's schema version is " + layout + ", and this release knows " + LAYOUT
                            + ": a newer release wrote it.",
                    "Install the release that wrote it, or restore a backup made by this release.");
        }
        if (tables.isEmpty()) {
            return empty();
        }
        if (!tables.contains(HISTORY)) {
            throw new SchemaException(
                    "The database file contains tables, but no history of migrations: it is not a database of this server.",
                    "Replace it by the server's own database, or move the file away to start with an empty one.");
        }
        List<Namespace> namespaces = tables.contains("schema_namespace")
                ? db.list("SELECT name, number, state, bundle FROM schema_namespace", Namespace::of)
                : List.of();
        Map<Integer, String> names = new HashMap<>();
        namespaces.forEach(row -> names.put(row.number(), row.name()));
        return new SchemaState(
                namespaces.stream().collect(Collectors.toMap(Namespace::name, row -> row)),
                db.list(
                        "SELECT version, script, checksum, success FROM " + HISTORY + " ORDER BY installed_rank",
                        row -> Applied.of(row, names)));
    }

    /**
     * Returns a namespace; empty when the database does not have it. A namespace without a row is derived from the
     * history: its number is the number in the history, or a new number if another namespace already has the number in
     * the history.
     */
    public Optional<Namespace> find(String name) {
        Namespace row = namespaces.get(name);
        if (row != null) {
            return Optional.of(row);
        }
        Set<Integer> taken = namespaces.values().stream().map(Namespace::number).collect(Collectors.toSet());
        List<Applied> own = appliedOf(name);
        return own.stream().findFirst().map(first -> {
            int number = own.stream()
                    .map(Applied::number)
                    .filter(known -> known > 0 && !taken.contains(known))
                    .findFirst()
                    .orElseGet(this::nextNumber);
            return new Namespace(name, number, Namespace.State.ACTIVE, "");
        });
    }

    /** Returns a number that was never used. */
    int nextNumber() {
        IntStream rows = namespaces.values().stream().mapToInt(Namespace::number);
        return IntStream.concat(rows, applied.stream().mapToInt(Applied::number))
                        .max()
                        .orElse(0)
                + 1;
    }

    /** Returns the applied migrations of one namespace in the order of their numbers. */
    List<Applied> appliedOf(String namespace) {
        return applied.stream()
                .filter(row -> row.namespace().equals(namespace))
                .sorted(Comparator.comparingInt(Applied::version))
                .toList();
    }

    /** Returns the highest applied script number by namespace, sorted by name. */
    public Map<String, Integer> versions() {
        Map<String, Integer> versions = new TreeMap<>();
        applied.forEach(row -> versions.merge(row.namespace(), row.version(), Math::max));
        return versions;
    }
}
