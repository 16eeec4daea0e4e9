package svc.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Parks or retires the namespace of a bundle that is gone, in one exclusive transaction. */
final class NamespaceChange {

    private static final Logger LOG = LoggerFactory.getLogger(NamespaceChange.class);

    private final SchemaFile file;

    NamespaceChange(SchemaFile file) {
        this.file = file;
    }

    /** Keeps the tables; the server starts without the bundle. */
    SchemaState park(String name) {
        return change(name, Namespace.State.PARKED, Optional.empty());
    }

    /** Writes the tables to a new file and drops them. */
    SchemaState retire(String name, Path export) {
        return change(name, Namespace.State.RETIRED, Optional.of(export));
    }

    private SchemaState change(String name, Namespace.State to, Optional<Path> export) {
        export.ifPresent(NamespaceChange::create);
        boolean done = false;
        try (Connection database = file.exclusive()) {
            SchemaState before = new SchemaReader(database).read();
            refuseUnknown(before, name);
            Namespace namespace = known(before, name);
            SchemaBooks books = new SchemaBooks(database);
            books.open();
            if (export.isPresent()) {
                drop(database, books, namespace, export.get());
            }
            books.put(namespace.in(to));
            SchemaState after = new SchemaReader(database).read();
            try (Statement statement = database.createStatement()) {
                statement.execute("COMMIT");
            }
            done = true;
            return after;
        } catch (SQLException e) {
            throw SchemaTrouble.of(e, file.path());
        } finally {
            if (!done) {
                export.ifPresent(NamespaceChange::remove);
            }
        }
    }

    /** The namespace's row, or one made up from the history when somebody else wrote that. */
    static Namespace known(SchemaState state, String name) {
        Namespace row = state.namespaces().get(name);
        return row == null ? new Namespace(name, state.freeNumberFor(name), Namespace.State.ACTIVE, "") : row;
    }

    private static void refuseUnknown(SchemaState state, String name) {
        if (!knows(state, name)) {
            throw new SchemaRefusal(
                    "The database has no namespace " + name + ".", "See `svc schema list` for those it has.");
        }
    }

    /** Whether the database has the namespace at all. */
    static boolean knows(SchemaState state, String name) {
        return state.namespaces().containsKey(name) || !state.appliedOf(name).isEmpty();
    }

    private static void drop(Connection database, SchemaBooks books, Namespace namespace, Path export)
            throws SQLException {
        Map<SchemaObject, String> owners = new LinkedHashMap<>(books.owners());
        List<SchemaObject> own = owners.entrySet().stream()
                .filter(entry -> entry.getValue().equals(namespace.name()))
                .map(Map.Entry::getKey)
                .sorted(Comparator.comparing(SchemaObject::type).reversed().thenComparing(SchemaObject::name))
                .toList();
        try {
            new NamespaceExport(database, own).write(export);
        } catch (IOException | SQLException e) {
            throw notExported(export, e);
        }
        // By falling name of the type: view, trigger, table, index. What goes along with another is gone by then.
        try (Statement statement = database.createStatement()) {
            for (SchemaObject object : own) {
                statement.execute("DROP " + object.type() + " IF EXISTS " + object.quoted());
            }
        }
        owners.keySet().removeAll(own);
        books.putOwners(owners);
        books.forget(namespace);
        books.checkReferences();
    }

    private static void create(Path export) {
        try {
            Files.createFile(
                    export, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } catch (IOException e) {
            throw notExported(export, e);
        }
    }

    private static SchemaRefusal notExported(Path export, Exception cause) {
        SchemaRefusal refusal = new SchemaRefusal(
                "The tables could not be exported to " + export + ": " + cause.getMessage() + ".",
                "Nothing was changed; look at the free space and the permissions of the folder.");
        refusal.initCause(cause);
        return refusal;
    }

    private static void remove(Path export) {
        try {
            Files.deleteIfExists(export);
        } catch (IOException e) {
            LOG.warn("The unfinished export {} could not be deleted: {}", export, e.getMessage());
        }
    }
}
