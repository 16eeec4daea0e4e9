package svc.store.sqlite.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import svc.api.store.Row;
import svc.api.store.Scope;
import svc.api.store.SqlWriter;

/** Runs the SQL statements of bundles on their own tables. On a read-only connection, SQLite itself rejects changes. */
public final class BundleTables implements SqlWriter {

    private static final Set<String> READS = Set.of("select", "with");
    private static final Set<String> CHANGES = Set.of("insert", "update", "delete");

    private final Scope scope;
    private final StatementCache db;
    private final Use use;
    private final SqlTemplateCache texts;
    private final Optional<TableOwner> heldTo;

    /**
     * Creates the access of a snapshot.
     *
     * @param heldTo the bundle to whose tables the statements are held; empty for all tables
     */
    public BundleTables(Scope scope, StatementCache db, Use use, SqlTemplateCache texts, Optional<TableOwner> heldTo) {
        this.scope = scope;
        this.db = db;
        this.use = use;
        this.texts = texts;
        this.heldTo = heldTo;
    }

    /** Runs a part of a callback under the {@code LifetimeCheck} of its snapshot. */
    public interface Use {
        <R> R of(Supplier<R> part);
    }

    private record Columns(ResultSet columns) implements Row {

        private interface Read<R extends @Nullable Object> {
            R of() throws SQLException;
        }

        private static <R extends @Nullable Object> R read(Read<R> read) {
            try {
                return read.of();
            } catch (SQLException e) {
                throw SqliteErrors.of(e);
            }
        }

        @Override
        public long getLong(int column) {
            return read(() -> columns.getLong(column));
        }

        @Override
        public @Nullable String getString(int column) {
            return Columns.<@Nullable String>read(() -> columns.getString(column));
        }

        @Override
        public byte @Nullable [] getBytes(int column) {
            return Columns.<byte @Nullable []>read(() -> columns.getBytes(column));
        }

        @Override
        public boolean isNull(int column) {
            return read(() -> columns.getObject(column) == null);
        }
    }

    @Override
    public <R> List<R> select(String query, Function<Row, R> reader, @Nullable Object... arguments) {
        SqlTemplate text = text(query, READS, false);
        return use.of(() -> rows(text, List.of(), reader, arguments));
    }

    @Override
    public <R> List<R> selectIn(
            String query, Collection<Long> numbers, Function<Row, R> reader, @Nullable Object... arguments) {
        SqlTemplate text = text(query, READS, true);
        return use.of(() -> {
            List<R> all = new ArrayList<>();
            for (List<Long> part : StatementChunks.filled(List.copyOf(numbers))) {
                all.addAll(rows(text, part, reader, arguments));
            }
            return all;
        });
    }

    private <R> List<R> rows(SqlTemplate text, List<Long> set, Function<Row, R> reader, @Nullable Object... arguments) {
        @Nullable Object[] bound = bound(text, set, arguments);
        return db.list(checked(text, Math.max(1, set.size()), 1, bound), row -> reader.apply(new Columns(row)), bound);
    }

    @Override
    public int update(String statement, @Nullable Object... arguments) {
        SqlTemplate text = text(statement, CHANGES, false);
        return use.of(() -> change(text, List.of(), arguments));
    }

    @Override
    public int updateIn(String statement, Collection<Long> numbers, @Nullable Object... arguments) {
        SqlTemplate text = text(statement, CHANGES, true);
        List<Long> distinct = numbers.stream().distinct().toList();
        return use.of(() -> {
            int changed = 0;
            for (List<Long> part : StatementChunks.filled(distinct)) {
                changed += change(text, part, arguments);
            }
            return changed;
        });
    }

    private int change(SqlTemplate text, List<Long> set, @Nullable Object... arguments) {
        @Nullable Object[] bound = bound(text, set, arguments);
        return db.change(checked(text, Math.max(1, set.size()), 1, bound), bound);
    }

    private @Nullable Object[] bound(SqlTemplate text, List<Long> set, @Nullable Object... arguments) {
        // The arguments of a one-row insert are the values of that row.
        List<@Nullable Object> given = Arrays.asList(arguments);
        boolean row = text.repeatable();
        return text.bind(scope.n(), set, row ? List.of(given) : List.of(), row ? List.of() : given)
                .toArray();
    }

    @Override
    public int insert(String statement, List<? extends List<? extends @Nullable Object>> rows) {
        SqlTemplate text = text(statement, Set.of("insert"), false);
        if (!text.repeatable()) {
            throw new IllegalArgumentException("The statement has no VALUES row: " + statement);
        }
        return use.of(() -> {
            int changed = 0;
            for (List<? extends List<? extends @Nullable Object>> part : StatementChunks.exact(rows)) {
                @Nullable
                Object[] bound =
                        text.bind(scope.n(), List.of(), part, List.of()).toArray();
                changed += db.change(checked(text, 1, part.size(), bound), bound);
            }
            return changed;
        });
    }

    /** Returns the text for a set of this size or for so many rows, after checking the tables that it uses. */
    private String checked(SqlTemplate template, int size, int rows, @Nullable Object... bound) {
        String text = template.text(size, rows);
        heldTo.ifPresent(owner -> SystemTables.check(owner, template, text, db, bound));
        return text;
    }

    private SqlTemplate text(String statement, Set<String> verbs, boolean set) {
        SqlTemplate text = texts.of(statement);
        if (!verbs.contains(text.verb()) && !(verbs.equals(READS) && text.returning())) {
            throw new IllegalArgumentException("Only " + verbs + " statements are allowed here, not: " + statement);
        }
        if (!text.scoped() && scope.n() != 0) {
            throw new IllegalArgumentException("The statement does not contain :account: " + statement);
        }
        if (text.set() != set) {
            throw new IllegalArgumentException(
                    (set ? "The statement has no placeholder (??) for the set: " : "The statement needs a set: ")
                            + statement);
        }
        return text;
    }
}
