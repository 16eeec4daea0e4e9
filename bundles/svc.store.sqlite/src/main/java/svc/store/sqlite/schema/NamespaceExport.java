package svc.store.sqlite.schema;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConfig;
import svc.store.sqlite.schema.SchemaChange.SchemaObject;
import svc.store.sqlite.sql.StatementCache;

/** Copies the tables of a namespace to a separate database before they are dropped. */
final class NamespaceExport {

    private static final Logger LOG = LoggerFactory.getLogger(NamespaceExport.class);

    private final StatementCache from;
    private final StatementCache to;

    private NamespaceExport(StatementCache from, StatementCache to) {
        this.from = from;
        this.to = to;
    }

    /** Fills an empty file with the objects, which are sorted by name, and syncs it to disk. */
    static void write(StatementCache from, List<SchemaObject> objects, Path file) {
        SQLiteConfig config = new SQLiteConfig();
        config.enforceForeignKeys(false);
        try {
            DatabaseFile.open(file, "", config, to -> {
                to.run("BEGIN");
                new NamespaceExport(from, to).copy(objects);
                to.run("COMMIT");
                return file;
            });
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.force(true);
            }
        } catch (IOException | SQLException e) {
            throw failed(file, e);
        }
    }

    /** Creates the empty file, which only its owner can read. */
    static void create(Path file) {
        try {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (IOException e) {
            throw failed(file, e);
        }
    }

    /** Deletes an export whose tables were not dropped. */
    static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            LOG.warn("The unfinished export {} could not be deleted: {}", file, e.getMessage());
        }
    }

    private static SchemaException failed(Path file, Exception cause) {
        return new SchemaException(
                        "The tables could not be exported to " + file + ": " + cause.getMessage() + ".",
                        "Nothing was changed; check the free space and the permissions of the folder.")
                .causedBy(cause);
    }

    /**
     * Copies the objects to the new database. Triggers are created after views, because triggers may refer to views.
     * Shadow tables are omitted, because SQLite creates them with their virtual table. Objects on a table of another
     * namespace are omitted, too.
     */
    private void copy(List<SchemaObject> objects) throws SQLException {
        Set<String> own = objects.stream().map(SchemaObject::name).collect(Collectors.toSet());
        for (String type : List.of("table", "index", "view", "trigger")) {
            for (SchemaObject object :
                    objects.stream().filter(one -> one.type().equals(type)).toList()) {
                for (String sql : sql(object, own)) {
                    to.run(sql);
                    if (type.equals("table")) {
                        copy(object.name());
                    }
                }
            }
        }
    }

    private List<String> sql(SchemaObject object, Set<String> own) {
        List<String> found = new ArrayList<>();
        from.each(
                "SELECT s.sql, s.tbl_name FROM sqlite_schema s LEFT JOIN pragma_table_list l ON l.name = s.name"
                        + " AND l.schema = 'main' WHERE s.type = ? AND s.name = ? AND l.type IS NOT 'shadow'",
                row -> {
                    if (own.contains(row.getString(2))) {
                        found.add(row.getString(1));
                    }
                },
                object.type(),
                object.name());
        return found;
    }

    private void copy(String table) {
        // Generated columns cannot be written.
        List<String> columns = from.list(
                "SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid",
                row -> SchemaObject.quoted(row.getString(1)),
                table);
        String names = String.join(", ", columns);
        String insert = "INSERT INTO " + SchemaObject.quoted(table) + " (" + names + ") VALUES ("
                + String.join(", ", Collections.nCopies(columns.size(), "?")) + ")";
        from.each("SELECT " + names + " FROM " + SchemaObject.quoted(table), row -> {
            @Nullable Object[] values = new Object[columns.size()];
            for (int i = 0; i < values.length; i++) {
                values[i] = row.getObject(i + 1);
            }
            to.change(insert, values);
        });
    }
}
