package svc.store.sqlite;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** All pending migrations in one exclusive transaction: all of them or nothing (UPG-01). */
final class MigrationRun {

    private final SchemaFile file;

    MigrationRun(SchemaFile file) {
        this.file = file;
    }

    /** What a start does: every bundle's set, with the rules for all of them. */
    SchemaState all(List<MigrationSet> sets) {
        return run(sets, true);
    }

    /** What the arrival of one bundle does: only its own rules, so that no other bundle can be in its way. */
    SchemaState one(MigrationSet set) {
        return run(List.of(set), false);
    }

    private SchemaState run(List<MigrationSet> sets, boolean whole) {
        try (Connection database = file.exclusive()) {
            // Read again: another process may have been here between the look from outside and the lock.
            SchemaState before = new SchemaReader(database).read();
            SchemaComparison comparison = new SchemaComparison(before);
            boolean pending = whole
                    ? !comparison.pending(sets).isEmpty()
                    : !comparison.pending(sets.get(0)).scripts().isEmpty();
            SchemaBooks books = new SchemaBooks(database);
            Map<String, Namespace> rows = rows(before, sets);
            Map<SchemaObject, String> owners = books.owners();
            if (pending) {
                owners = new FlywayRun(database, sets, rows).run(owners);
            }
            books.open();
            for (Namespace row : rows.values()) {
                books.put(row);
            }
            books.putOwners(owners);
            books.checkReferences();
            return committed(database);
        } catch (SQLException e) {
            throw SchemaTrouble.of(e, file.path());
        }
    }

    private static SchemaState committed(Connection database) throws SQLException {
        SchemaState after = new SchemaReader(database).read();
        try (Statement statement = database.createStatement()) {
            statement.execute("COMMIT");
        }
        return after;
    }

    /** The rows of the sets' namespaces as they will be; a namespace that was never seen gets the next number. */
    private static Map<String, Namespace> rows(SchemaState state, List<MigrationSet> sets) {
        Map<String, Namespace> rows = new LinkedHashMap<>();
        int next = state.nextNumber();
        for (MigrationSet set : sets.stream().sorted(MigrationSet.ORDER).toList()) {
            Optional<Integer> known = state.numberOf(set.namespace());
            int number = known.isPresent() ? known.get() : next++;
            rows.put(set.namespace(), new Namespace(set.namespace(), number, Namespace.State.ACTIVE, set.bundle()));
        }
        return rows;
    }
}
