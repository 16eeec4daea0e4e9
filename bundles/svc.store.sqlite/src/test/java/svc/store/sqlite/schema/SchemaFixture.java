package svc.store.sqlite.schema;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import svc.store.sqlite.schema.MigrationSet.Script;

/** Migration sets and database dumps for the tests of the schema. */
public final class SchemaFixture {

    private SchemaFixture() {}

    /** Returns the schema of a database that is not open; {@code work} is a folder for private copies. */
    public static SchemaDatabase database(Path file, Path work) {
        DatabaseFile database = new DatabaseFile(file);
        return new SchemaDatabase(database, () -> new SchemaReader(database).readShared(work));
    }

    /** Returns a set of the server's own tables. */
    public static MigrationSet core(String... scripts) {
        return set("core", "svc.store.sqlite", false, scripts);
    }

    /** Returns the set of an extension with one script per text, numbered from 1. */
    public static MigrationSet extension(String namespace, String... scripts) {
        return set(namespace, namespace + ".bundle", true, scripts);
    }

    static MigrationSet set(String namespace, String bundle, boolean extension, String... scripts) {
        List<Script> list = new ArrayList<>();
        for (int i = 0; i < scripts.length; i++) {
            list.add(Script.of(bundle, "V" + (i + 1) + "__step.sql", scripts[i].getBytes(StandardCharsets.UTF_8)));
        }
        return MigrationSet.of(namespace, bundle, extension, list);
    }

    /** Returns the schema and all rows of the database, in a fixed order. */
    public static List<String> dump(Path file) {
        List<String> lines = new ArrayList<>();
        try (Connection database = connect(file);
                Statement statement = database.createStatement()) {
            lines.addAll(texts(statement, "PRAGMA user_version"));
            lines.addAll(texts(
                    statement, "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema ORDER BY 1"));
            for (String table : texts(statement, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")) {
                List<String> rows = rows(statement, table);
                rows.forEach(row -> lines.add(table + ": " + row));
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        return lines;
    }

    public static void execute(Path file, String... sql) {
        try (Connection database = connect(file);
                Statement statement = database.createStatement()) {
            for (String one : sql) {
                statement.execute(one);
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    public static List<String> query(Path file, String sql) {
        try (Connection database = connect(file);
                Statement statement = database.createStatement()) {
            return texts(statement, sql);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    public static Connection connect(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    /** Flyway's time and duration columns are omitted. */
    private static String select(String table) {
        return table.equals(SchemaState.HISTORY)
                ? "SELECT installed_rank, version, script, checksum, success FROM " + table
                : "SELECT * FROM \"" + table + "\"";
    }

    private static List<String> rows(Statement statement, String table) throws SQLException {
        List<String> lines = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(select(table))) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                StringBuilder line = new StringBuilder();
                for (int i = 1; i <= columns; i++) {
                    line.append(rows.getString(i)).append('|');
                }
                lines.add(line.toString());
            }
        }
        lines.sort(null);
        return lines;
    }

    private static List<String> texts(Statement statement, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                texts.add(rows.getString(1));
            }
        }
        return texts;
    }
}
