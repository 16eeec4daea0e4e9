package svc.store.sqlite.schema;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import svc.store.sqlite.schema.SchemaState.Namespace;
import svc.store.sqlite.sql.StatementCache;

/**
 * A change of the schema in one exclusive transaction: all or nothing (UPG-01). It applies pending migrations, or parks
 * or retires the namespace of a removed bundle, and records which namespace created which object.
 */
final class SchemaChange {

    private final StatementCache db;
    private final SchemaState before;

    private SchemaChange(StatementCache db) {
        this.db = db;
        // The state is read again, because another process may have migrated before this process got the lock.
        this.before = SchemaState.read(db);
    }

    /**
     * An object of the database schema that a migration created.
     *
     * @param type {@code table}, {@code index}, {@code view} or {@code trigger}
     * @param name its name
     */
    record SchemaObject(String type, String name) {

        /** Returns all schema objects except those of SQLite, Flyway and this class. */
        static List<SchemaObject> all(StatementCache db) {
            return db.list(
                    "SELECT type, name FROM sqlite_schema WHERE sql IS NOT NULL"
                            + " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tbl_name NOT IN ('" + SchemaState.HISTORY
                            + "', 'schema_namespace', 'schema_object')",
                    row -> new SchemaObject(row.getString(1), row.getString(2)));
        }

        /** Returns the name as a quoted SQL identifier. */
        static String quoted(String name) {
            return '"' + name.replace("\"", "\"\"") + '"';
        }
    }

    /** A step of a change. */
    @FunctionalInterface
    interface Step {
        void in(SchemaChange change) throws SQLException;
    }

    /** Executes a change and returns the state after it. */
    static SchemaState of(DatabaseFile file, Step step) {
        return file.change(db -> {
            step.in(new SchemaChange(db));
            return SchemaState.read(db);
        });
    }

    /**
     * Applies the pending scripts of the sets, and makes their bundles the owners of the namespaces. A namespace without
     * a row gets the next number.
     */
    void migrate(List<MigrationSet> sets, Function<SchemaState, List<MigrationSet>> pending) throws SQLException {
        boolean run = !pending.apply(before).isEmpty();
        Map<String, Namespace> rows = new LinkedHashMap<>();
        int next = before.nextNumber();
        for (MigrationSet set : sets.stream().sorted(MigrationSet.ORDER).toList()) {
            Namespace known = before.namespaces().get(set.namespace());
            int number = known == null ? next++ : known.number();
            rows.put(set.namespace(), new Namespace(set.namespace(), number, Namespace.State.ACTIVE, set.bundle()));
        }
        Map<SchemaObject, String> owners = owners();
        if (run) {
            new FlywayRun(db, sets, rows, owners).run();
        }
        open();
        rows.values().forEach(this::put);
        put(owners);
        checkReferences();
    }

    /** Keeps the tables of the namespace; the server starts without the bundle. */
    void park(String name) throws SQLException {
        Namespace namespace = namespace(name);
        open();
        put(namespace.in(Namespace.State.PARKED));
    }

    /** Exports the tables of the namespace to an empty file and drops them. */
    void retire(String name, Path export) throws SQLException {
        Namespace namespace = namespace(name);
        open();
        Map<SchemaObject, String> owners = owners();
        // The objects are dropped in reverse order of the type names: view, trigger, table, index. IF EXISTS skips
        // objects that were dropped together with other objects.
        List<SchemaObject> own = owners.keySet().stream()
                .filter(object -> name.equals(owners.get(object)))
                .sorted(Comparator.comparing(SchemaObject::type).reversed().thenComparing(SchemaObject::name))
                .toList();
        NamespaceExport.write(db, own, export);
        for (SchemaObject object : own) {
            db.run("DROP " + object.type() + " IF EXISTS " + SchemaObject.quoted(object.name()));
        }
        owners.keySet().removeAll(own);
        put(owners);
        db.change(
                "DELETE FROM " + SchemaState.HISTORY + " WHERE version LIKE ? OR substr(script, 1, ?) = ?",
                namespace.number() + ".%",
                name.length() + 1,
                name + "/");
        checkReferences();
        put(namespace.in(Namespace.State.RETIRED));
    }

    private Namespace namespace(String name) {
        return before.find(name)
                .orElseThrow(() -> new SchemaException(
                        "The database has no namespace " + name + ".", "See `svc schema list` for those it has."));
    }

    /** Creates the tables when they are missing. Flyway requires its own table to be the first in an empty database. */
    private void open() throws SQLException {
        db.run("CREATE TABLE IF NOT EXISTS schema_namespace (name TEXT NOT NULL PRIMARY KEY,"
                + " number INTEGER NOT NULL UNIQUE, state TEXT NOT NULL, bundle TEXT NOT NULL) WITHOUT ROWID");
        db.run("CREATE TABLE IF NOT EXISTS schema_object (type TEXT NOT NULL, name TEXT NOT NULL,"
                + " namespace TEXT NOT NULL REFERENCES schema_namespace, PRIMARY KEY (type, name)) WITHOUT ROWID");
        db.run("PRAGMA user_version = " + SchemaState.LAYOUT);
    }

    private void put(Namespace namespace) {
        db.change(
                "INSERT INTO schema_namespace (name, number, state, bundle)"
                        + " VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET state = excluded.state, bundle ="
                        + " excluded.bundle",
                namespace.name(),
                namespace.number(),
                namespace.state().word(),
                namespace.bundle());
    }

    /** Returns the namespace of each schema object; empty in a database without the table. */
    private Map<SchemaObject, String> owners() {
        Map<SchemaObject, String> owners = new LinkedHashMap<>();
        if (db.number(0, "SELECT 1 FROM sqlite_schema WHERE name = 'schema_object'") == 1) {
            db.each(
                    "SELECT type, name, namespace FROM schema_object",
                    row -> owners.put(new SchemaObject(row.getString(1), row.getString(2)), row.getString(3)));
        }
        return owners;
    }

    private void put(Map<SchemaObject, String> owners) {
        db.change("DELETE FROM schema_object");
        owners.forEach((object, namespace) -> db.change(
                "INSERT INTO schema_object (type, name, namespace) VALUES (?, ?, ?)",
                object.type(),
                object.name(),
                namespace));
    }

    /** Rejects a foreign key that refers to a missing row or a missing table. */
    private void checkReferences() {
        for (String question : List.of(
                "SELECT DISTINCT t.name, f.\"table\" FROM sqlite_schema t, pragma_foreign_key_list(t.name) f WHERE t.type ="
                        + " 'table' AND lower(f.\"table\") NOT IN (SELECT lower(name) FROM sqlite_schema WHERE type = 'table')",
                "SELECT \"table\", parent FROM pragma_foreign_key_check")) {
            db.each(question + " LIMIT 1", row -> {
                String table = row.getString(1);
                throw new SchemaException(
                        "The table " + table + " would refer to missing rows or columns of the table "
                                + row.getString(2) + ".",
                        "Nothing was changed; correct the bundle that owns the table " + table + " first.");
            });
        }
    }
}
