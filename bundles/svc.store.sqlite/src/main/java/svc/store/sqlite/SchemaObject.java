package svc.store.sqlite;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashSet;
import java.util.Set;

/**
 * A thing in the database's schema that a migration made.
 *
 * @param type {@code table}, {@code index}, {@code view} or {@code trigger}
 * @param name its name
 */
record SchemaObject(String type, String name) {

    /** Everything that is there now, without what SQLite, Flyway and the bookkeeping made for themselves. */
    static Set<SchemaObject> all(Connection database) throws SQLException {
        Set<SchemaObject> objects = new LinkedHashSet<>();
        try (Statement statement = database.createStatement();
                ResultSet rows = statement.executeQuery("SELECT type, name FROM sqlite_schema WHERE sql IS NOT NULL"
                        + " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tbl_name NOT IN ('" + SchemaReader.HISTORY
                        + "', 'schema_namespace', 'schema_object')")) {
            while (rows.next()) {
                objects.add(new SchemaObject(rows.getString(1), rows.getString(2)));
            }
        }
        return objects;
    }

    /** The name as SQL wants it. */
    String quoted() {
        return '"' + name.replace("\"", "\"\"") + '"';
    }
}
