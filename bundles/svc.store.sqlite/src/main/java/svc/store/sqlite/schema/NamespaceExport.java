package svc.store.sqlite;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.sqlite.SQLiteConfig;

/** Writes the tables of a namespace into a database of their own, before they are dropped. */
final class NamespaceExport {

    private final Connection from;
    private final List<SchemaObject> objects;

    NamespaceExport(Connection from, List<SchemaObject> objects) {
        this.from = from;
        this.objects = objects;
    }

    /** Fills an empty file; it is on the disk when this returns. */
    void write(Path file) throws IOException, SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.enforceForeignKeys(false);
        try (Connection to = SchemaFile.open(file, "", config);
                Statement statement = to.createStatement()) {
            statement.execute("BEGIN");
            for (Map.Entry<String, String> table : tables().entrySet()) {
                statement.execute(table.getValue());
                copy(table.getKey(), to);
            }
            makeRest(statement);
            statement.execute("COMMIT");
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    /** Name and SQL of each table; what a virtual table keeps its data in comes back with that table. */
    private Map<String, String> tables() throws SQLException {
        Map<String, String> tables = new TreeMap<>();
        try (PreparedStatement find = from.prepareStatement("SELECT s.sql FROM sqlite_schema s JOIN pragma_table_list l"
                + " ON l.name = s.name AND l.schema = 'main' WHERE s.type = 'table' AND l.type <> 'shadow'"
                + " AND s.name = ?")) {
            for (SchemaObject object : objects) {
                find.setString(1, object.name());
                try (ResultSet row = find.executeQuery()) {
                    if (object.type().equals("table") && row.next()) {
                        tables.put(object.name(), row.getString(1));
                    }
                }
            }
        }
        return tables;
    }

    private void copy(String table, Connection to) throws SQLException {
        List<String> columns = columns(table);
        String names = columns.stream().map(NamespaceExport::quoted).collect(Collectors.joining(", "));
        String marks = columns.stream().map(column -> "?").collect(Collectors.joining(", "));
        try (Statement statement = from.createStatement();
                ResultSet rows = statement.executeQuery("SELECT " + names + " FROM " + quoted(table));
                PreparedStatement insert = to.prepareStatement(
                        "INSERT INTO " + quoted(table) + " (" + names + ") VALUES (" + marks + ")")) {
            while (rows.next()) {
                for (int i = 1; i <= columns.size(); i++) {
                    insert.setObject(i, rows.getObject(i));
                }
                insert.executeUpdate();
            }
        }
    }

    /** Without generated columns, which cannot be written. */
    private List<String> columns(String table) throws SQLException {
        List<String> columns = new ArrayList<>();
        try (PreparedStatement find =
                from.prepareStatement("SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid")) {
            find.setString(1, table);
            try (ResultSet rows = find.executeQuery()) {
                while (rows.next()) {
                    columns.add(rows.getString(1));
                }
            }
        }
        return columns;
    }

    /** Views before triggers, which may stand on them; what stands on a table of another namespace has no place here. */
    private void makeRest(Statement statement) throws SQLException {
        Set<String> own = objects.stream().map(SchemaObject::name).collect(Collectors.toSet());
        try (PreparedStatement find =
                from.prepareStatement("SELECT sql, tbl_name FROM sqlite_schema WHERE type = ? AND name = ?")) {
            for (String type : List.of("index", "view", "trigger")) {
                for (SchemaObject object : objects) {
                    find.setString(1, type);
                    find.setString(2, object.name());
                    try (ResultSet row = find.executeQuery()) {
                        if (object.type().equals(type) && row.next() && own.contains(row.getString(2))) {
                            statement.execute(row.getString(1));
                        }
                    }
                }
            }
        }
    }

    private static String quoted(String name) {
        return new SchemaObject("table", name).quoted();
    }
}
