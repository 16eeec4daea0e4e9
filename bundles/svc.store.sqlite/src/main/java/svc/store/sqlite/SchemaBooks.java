package svc.store.sqlite;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The store's own two tables about the schema: which namespace has which number and state, and which namespace made which
 * table. Used inside an exclusive transaction only.
 */
final class SchemaBooks {

    private final Connection database;

    SchemaBooks(Connection database) {
        this.database = database;
    }

    /** Makes the tables when they are missing. Flyway wants its own table to be first in an empty database. */
    void open() throws SQLException {
        try (Statement statement = database.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS schema_namespace (name TEXT NOT NULL PRIMARY KEY,"
                    + " number INTEGER NOT NULL UNIQUE, state TEXT NOT NULL, bundle TEXT NOT NULL) WITHOUT ROWID");
            statement.execute("CREATE TABLE IF NOT EXISTS schema_object (type TEXT NOT NULL, name TEXT NOT NULL,"
                    + " namespace TEXT NOT NULL REFERENCES schema_namespace, PRIMARY KEY (type, name)) WITHOUT ROWID");
            statement.execute("PRAGMA user_version = " + SchemaReader.LAYOUT);
        }
    }

    /** Writes one namespace. */
    void put(Namespace namespace) throws SQLException {
        try (PreparedStatement put =
                database.prepareStatement("INSERT INTO schema_namespace (name, number, state, bundle)"
                        + " VALUES (?, ?, ?, ?) ON CONFLICT (name) DO UPDATE SET state = excluded.state, bundle ="
                        + " excluded.bundle")) {
            put.setString(1, namespace.name());
            put.setInt(2, namespace.number());
            put.setString(3, namespace.state().word());
            put.setString(4, namespace.bundle());
            put.executeUpdate();
        }
    }

    /** Which namespace made what; empty in a database without the tables. */
    Map<SchemaObject, String> owners() throws SQLException {
        Map<SchemaObject, String> owners = new LinkedHashMap<>();
        try (Statement statement = database.createStatement()) {
            try (ResultSet there = statement.executeQuery("SELECT 1 FROM sqlite_schema WHERE name = 'schema_object'")) {
                if (!there.next()) {
                    return owners;
                }
            }
            try (ResultSet rows = statement.executeQuery("SELECT type, name, namespace FROM schema_object")) {
                while (rows.next()) {
                    owners.put(new SchemaObject(rows.getString(1), rows.getString(2)), rows.getString(3));
                }
            }
        }
        return owners;
    }

    /** Writes which namespace made what, all of it anew. */
    void putOwners(Map<SchemaObject, String> owners) throws SQLException {
        try (Statement statement = database.createStatement()) {
            statement.executeUpdate("DELETE FROM schema_object");
        }
        try (PreparedStatement put =
                database.prepareStatement("INSERT INTO schema_object (type, name, namespace) VALUES (?, ?, ?)")) {
            for (Map.Entry<SchemaObject, String> entry : owners.entrySet()) {
                put.setString(1, entry.getKey().type());
                put.setString(2, entry.getKey().name());
                put.setString(3, entry.getValue());
                put.executeUpdate();
            }
        }
    }

    /** Takes a namespace's rows out of Flyway's history. */
    void forget(Namespace namespace) throws SQLException {
        try (PreparedStatement delete = database.prepareStatement(
                "DELETE FROM " + SchemaReader.HISTORY + " WHERE version LIKE ? OR substr(script, 1, ?) = ?")) {
            delete.setString(1, namespace.number() + ".%");
            delete.setInt(2, namespace.name().length() + 1);
            delete.setString(3, namespace.name() + "/");
            delete.executeUpdate();
        }
    }

    /** Refuses to leave a row that refers to nothing, or a table that refers to none. */
    void checkReferences() throws SQLException {
        refuse(
                "SELECT DISTINCT t.name, f.\"table\" FROM sqlite_schema t, pragma_foreign_key_list(t.name) f WHERE t.type ="
                        + " 'table' AND lower(f.\"table\") NOT IN (SELECT lower(name) FROM sqlite_schema WHERE type = 'table')");
        refuse("SELECT \"table\", parent FROM pragma_foreign_key_check");
    }

    private void refuse(String question) throws SQLException {
        try (Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery(question)) {
            if (rows.next()) {
                String table = rows.getString(1);
                throw new SchemaRefusal(
                        "The table " + table + " would refer to what is not there in the table " + rows.getString(2)
                                + ".",
                        "Nothing was changed; see to the bundle that owns the table " + table + " first.");
            }
        }
    }
}
