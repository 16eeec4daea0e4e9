package svc.store.sqlite;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads Flyway's history and the table of namespaces without Flyway: loading that costs more than a start may. */
final class SchemaReader {

    /** Flyway's own name for its table. */
    static final String HISTORY = "flyway_schema_history";

    /** The form of the bookkeeping tables, kept in {@code PRAGMA user_version}; raised when an older release could not read them. */
    static final int LAYOUT = 1;

    private static final Pattern VERSION = Pattern.compile("([0-9]{1,9})\\.([0-9]{1,9})");

    private final Connection database;

    SchemaReader(Connection database) {
        this.database = database;
    }

    SchemaState read() throws SQLException {
        Set<String> tables = tables();
        int layout = layout();
        if (layout > LAYOUT) {
            throw newerLayout(layout);
        }
        if (tables.isEmpty()) {
            return SchemaState.empty();
        }
        if (!tables.contains(HISTORY)) {
            throw new SchemaRefusal(
                    "The database file holds tables, but no history of migrations: it is not a database of this server.",
                    "Put the server's own database in its place, or move the file away to start with an empty one.");
        }
        Map<String, Namespace> namespaces = tables.contains("schema_namespace") ? namespaces() : Map.of();
        return new SchemaState(namespaces, history(namespaces));
    }

    private static SchemaRefusal newerLayout(int layout) {
        return new SchemaRefusal(
                SchemaVerdict.NEWER,
                Optional.empty(),
                "The database's schema version is " + layout + ", and this release knows " + LAYOUT
                        + ": a newer release wrote it.",
                "Install the release that wrote it, or restore a backup made by this release.");
    }

    private Set<String> tables() throws SQLException {
        Set<String> names = new HashSet<>();
        try (Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return names;
    }

    private int layout() throws SQLException {
        try (Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery("PRAGMA user_version")) {
            return rows.getInt(1);
        }
    }

    private Map<String, Namespace> namespaces() throws SQLException {
        Map<String, Namespace> namespaces = new HashMap<>();
        try (Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery("SELECT name, number, state, bundle FROM schema_namespace")) {
            while (rows.next()) {
                String name = rows.getString(1);
                Namespace.State state = Namespace.State.of(rows.getString(3));
                namespaces.put(name, new Namespace(name, rows.getInt(2), state, rows.getString(4)));
            }
        }
        return namespaces;
    }

    private List<MigrationApplied> history(Map<String, Namespace> namespaces) throws SQLException {
        Map<Integer, String> names = new HashMap<>();
        namespaces.values().forEach(namespace -> names.put(namespace.number(), namespace.name()));
        List<MigrationApplied> applied = new ArrayList<>();
        try (Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT version, script, checksum, success FROM " + HISTORY + " ORDER BY installed_rank")) {
            while (rows.next()) {
                String version = Optional.ofNullable(rows.getString(1)).orElse("");
                String script = Optional.ofNullable(rows.getString(2)).orElse("");
                applied.add(row(version, script, rows.getInt(3), rows.getBoolean(4), names));
            }
        }
        return applied;
    }

    /** The script's column is {@code namespace/V1__name.sql}, so a row names its namespace even when the number is unknown. */
    private static MigrationApplied row(
            String version, String script, int checksum, boolean success, Map<Integer, String> names) {
        Matcher parts = VERSION.matcher(version);
        boolean ours = parts.matches();
        int number = ours ? Integer.parseInt(parts.group(1)) : 0;
        int slash = script.lastIndexOf('/');
        String named = names.getOrDefault(number, version.isEmpty() ? "unnamed" : version);
        return new MigrationApplied(
                slash > 0 ? script.substring(0, slash) : named,
                number,
                ours ? Integer.parseInt(parts.group(2)) : 0,
                script.substring(slash + 1),
                checksum,
                success);
    }
}
