package svc.store.sqlite;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Sets of scripts and looks into databases, for the tests of the schema. */
final class SchemaFixture {

    private SchemaFixture() {}

    /** The server's own tables. */
    static MigrationSet core(String... scripts) {
        return set("core", "svc.store.sqlite", false, scripts);
    }

    /** An extension with one script a text, numbered from 1. */
    static MigrationSet extension(String namespace, String... scripts) {
        return set(namespace, namespace + ".bundle", true, scripts);
    }

    static MigrationSet set(String namespace, String bundle, boolean extension, String... scripts) {
        List<MigrationScript> list = new ArrayList<>();
        for (int i = 0; i < scripts.length; i++) {
            list.add(MigrationScript.of(
                    bundle, "V" + (i + 1) + "__step.sql", scripts[i].getBytes(StandardCharsets.UTF_8)));
        }
        return MigrationSet.of(namespace, bundle, extension, list);
    }

    /** Everything in the database: the schema and every row of every table, in a fixed order. */
    static List<String> dump(Path file) {
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

    static void execute(Path file, String... sql) {
        try (Connection database = connect(file);
                Statement statement = database.createStatement()) {
            for (String one : sql) {
                statement.execute(one);
            }
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    static List<String> query(Path file, String sql) {
        try (Connection database = connect(file);
                Statement statement = database.createStatement()) {
            return texts(statement, sql);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    static Connection connect(Path file) throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + file);
    }

    /** Flyway notes when it ran and for how long, which is no part of what a database holds. */
    private static String select(String table) {
        return table.equals(SchemaReader.HISTORY)
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
