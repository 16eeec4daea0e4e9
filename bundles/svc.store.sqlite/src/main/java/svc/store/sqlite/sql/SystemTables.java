package svc.store.sqlite.sql;

import java.lang.StackWalker.StackFrame;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Holds the statements of a bundle in the scope of the system to its own tables: there, no {@code :account} keeps them
 * from the rows of others. A statement belongs to the bundle whose code asked for the access, because a service may use
 * the transaction of its caller. Thread-safe.
 */
final class SystemTables {

    private static final StackWalker STACK = StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

    /** Selects the root pages of tables and indexes, with the table and its namespace. */
    private static final String ROOT_PAGES = "SELECT s.rootpage, s.tbl_name, o.namespace FROM sqlite_schema AS s"
            + " LEFT JOIN schema_object AS o ON o.type = 'table' AND o.name = s.tbl_name WHERE s.rootpage > 0";

    /** The instructions of SQLite that open a table or an index, and the one that empties a table. */
    private static final Set<String> OPENS = Set.of("OpenRead", "OpenWrite", "ReopenIdx");

    private static final String EMPTIES = "Clear";

    /** The table of SQLite itself that an insert uses if the table has an AUTOINCREMENT key. */
    private static final String SEQUENCES = "sqlite_sequence";

    private final ClassValue<Optional<TableOwner>> owners;

    SystemTables(Function<Class<?>, Optional<TableOwner>> owners) {
        this.owners = new ClassValue<>() {
            @Override
            protected Optional<TableOwner> computeValue(Class<?> type) {
                return owners.apply(type);
            }
        };
    }

    /** Returns the bundle whose code called the given type; empty for code outside a bundle. */
    Optional<TableOwner> caller(Class<?> called) {
        return STACK.walk(frames -> frames.map(StackFrame::getDeclaringClass)
                        .dropWhile(type -> !called.isAssignableFrom(type))
                        .dropWhile(called::isAssignableFrom)
                        .findFirst())
                .flatMap(owners::get);
    }

    /** Rejects a statement that uses a table of another bundle. */
    static void check(
            TableOwner owner, SqlTemplate template, String text, StatementCache db, @Nullable Object... bound) {
        if (!template.allowed().contains(owner)) {
            Map<Long, String> foreign = new HashMap<>();
            Map<Long, String> own = new HashMap<>();
            db.each(ROOT_PAGES, row -> {
                String namespace = row.getString(3);
                String table = row.getString(2);
                boolean mayUse = SEQUENCES.equals(table)
                        || (namespace != null && owner.namespaces().contains(namespace));
                (mayUse ? own : foreign).put(row.getLong(1), table + " of the namespace " + namespace);
            });
            db.each(
                    "EXPLAIN " + text,
                    row -> {
                        String instruction = row.getString(2);
                        int column = OPENS.contains(instruction) ? 4 : instruction.equals(EMPTIES) ? 3 : 0;
                        if (column > 0 && !own.containsKey(row.getLong(column))) {
                            throw new IllegalArgumentException("In the scope of the system, the bundle "
                                    + owner.bundle() + " can use only its own tables, not "
                                    + foreign.getOrDefault(row.getLong(column), "the schema") + ": " + text);
                        }
                    },
                    bound);
            template.allowed().add(owner);
        }
    }
}
