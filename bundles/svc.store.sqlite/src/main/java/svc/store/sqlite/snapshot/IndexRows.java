package svc.store.sqlite.snapshot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import svc.api.store.IndexEntry;
import svc.api.store.KeyRange;
import svc.store.sqlite.sql.StatementCache;
import svc.store.sqlite.sql.StatementChunks;

/** The index entries of one type in one account. */
public final class IndexRows {

    private static final StatementChunks.Sized ADD = new StatementChunks.Sized(size ->
            "INSERT OR IGNORE INTO obj_ix (account, ix, value, n) VALUES " + StatementChunks.rows("(?,?,?,?)", size));
    private static final String REMOVE = "DELETE FROM obj_ix WHERE account = ? AND ix = ? AND value = ? AND n = ?";
    private static final String STRETCH = " FROM obj_ix WHERE account = ? AND ix = ? AND value >= ?";
    private static final String BEFORE = " AND value < ?";

    private final StatementCache db;
    private final long account;
    private final ToLongFunction<String> number;

    public IndexRows(StatementCache db, long account, ToLongFunction<String> number) {
        this.db = db;
        this.account = account;
        this.number = number;
    }

    /** Returns the name of the index of a property. Index names and type names have numbers in the same table. */
    public static String name(String type, String property) {
        return type + ":" + property;
    }

    public void add(Collection<IndexEntry> entries) {
        for (List<IndexEntry> part : StatementChunks.exact(List.copyOf(entries))) {
            List<@Nullable Object> arguments = new ArrayList<>(part.size() * 4);
            for (IndexEntry entry : part) {
                arguments.add(account);
                arguments.add(number.applyAsLong(entry.property()));
                arguments.add(entry.key());
                arguments.add(entry.n());
            }
            db.change(ADD.of(part.size()), arguments.toArray());
        }
    }

    public void remove(Collection<IndexEntry> entries) {
        for (IndexEntry entry : entries) {
            db.change(REMOVE, account, number.applyAsLong(entry.property()), entry.key(), entry.n());
        }
    }

    public void whole(String property) {
        db.change(
                "INSERT OR IGNORE INTO obj_ix_whole (account, ix) VALUES (?, ?)",
                account,
                number.applyAsLong(property));
    }

    boolean isWhole(String property) {
        return db.number(
                        0,
                        "SELECT 1 FROM obj_ix_whole WHERE account = ? AND ix = ?",
                        account,
                        number.applyAsLong(property))
                == 1;
    }

    long[] numbers(long type, int skip, int limit) {
        return numbers(
                "SELECT n FROM obj WHERE account = ? AND type = ? ORDER BY n LIMIT ? OFFSET ?",
                List.of(account, type, limit, skip));
    }

    int rank(long type, long n) {
        return Math.toIntExact(
                db.number(0, "SELECT count(*) FROM obj WHERE account = ? AND type = ? AND n < ?", account, type, n));
    }

    int count(long type) {
        return Math.toIntExact(db.number(0, "SELECT count(*) FROM obj WHERE account = ? AND type = ?", account, type));
    }

    long[] walk(KeyRange stretch, boolean ascending, int skip, int limit) {
        List<@Nullable Object> arguments = arguments(stretch);
        arguments.add(limit);
        arguments.add(skip);
        String order = ascending ? " ORDER BY value, n" : " ORDER BY value DESC, n DESC";
        return numbers("SELECT n" + within(stretch) + order + " LIMIT ? OFFSET ?", arguments);
    }

    private long[] numbers(String query, List<? extends @Nullable Object> arguments) {
        return db.list(query, row -> row.getLong(1), arguments.toArray()).stream()
                .mapToLong(Long::longValue)
                .toArray();
    }

    int count(KeyRange stretch) {
        return Math.toIntExact(db.number(
                0, "SELECT count(*)" + within(stretch), arguments(stretch).toArray()));
    }

    int rank(IndexEntry entry) {
        return Math.toIntExact(db.number(
                0,
                "SELECT count(*) FROM obj_ix WHERE account = ? AND ix = ? AND (value, n) < (?, ?)",
                account,
                number.applyAsLong(entry.property()),
                entry.key(),
                entry.n()));
    }

    private static String within(KeyRange stretch) {
        return stretch.to().isPresent() ? STRETCH + BEFORE : STRETCH;
    }

    private List<@Nullable Object> arguments(KeyRange stretch) {
        List<@Nullable Object> arguments = new ArrayList<>();
        arguments.add(account);
        arguments.add(number.applyAsLong(stretch.property()));
        arguments.add(stretch.from());
        stretch.to().ifPresent(arguments::add);
        return arguments;
    }
}
