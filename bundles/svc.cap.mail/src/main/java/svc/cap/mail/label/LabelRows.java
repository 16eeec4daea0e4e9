package svc.cap.mail.label;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import svc.api.jmap.type.RecordStorage;
import svc.api.store.Snapshot;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.api.store.Transaction;
import svc.cap.mail.table.EmailRows;

/** The tables {@code label} and {@code label_leaving}. */
public final class LabelRows implements RecordStorage<Label> {

    @Override
    public List<Long> numbers(Snapshot snapshot, long after, int max) {
        return snapshot.sql()
                .select(
                        "select n from label where account = :account and n > ? order by n limit ?",
                        row -> row.getLong(1),
                        after,
                        max);
    }

    @Override
    public Map<Long, Label> read(Snapshot snapshot, Collection<Long> numbers) {
        Map<Long, Label> found = new HashMap<>();
        snapshot.sql()
                .selectIn(
                        "select n, name, color, sort from label where account = :account and n in (??)",
                        EmailRows.distinct(numbers),
                        row -> found.put(
                                row.getLong(1),
                                Label.of(requireNonNull(row.getString(2)), row.getString(3), (int) row.getLong(4))));
        return found;
    }

    /** Returns the number of the label that has the name of another label. */
    static Optional<Long> named(Sql sql, Label label) {
        return sql.first(
                "select n from label where account = :account and folded = ?", row -> row.getLong(1), label.folded());
    }

    /** Returns those of the numbers that belong to a label. */
    public static Set<Long> existing(Sql sql, Collection<Long> numbers) {
        return numbers.isEmpty()
                ? Set.of()
                : new HashSet<>(sql.selectIn(
                        "select n from label where account = :account and n in (??)",
                        EmailRows.distinct(numbers),
                        row -> row.getLong(1)));
    }

    @Override
    public void insert(Transaction tx, long n, Label label) {
        tx.sql()
                .update(
                        "insert into label (account, n, name, folded, color, sort) values (:account, ?, ?, ?, ?, ?)",
                        n,
                        label.name(),
                        label.folded(),
                        label.color(),
                        label.sortOrder());
    }

    @Override
    public void update(Transaction tx, long n, Label label) {
        tx.sql()
                .update(
                        "update label set name = ?, folded = ?, color = ?, sort = ? where account = :account and n = ?",
                        label.name(),
                        label.folded(),
                        label.color(),
                        label.sortOrder(),
                        n);
    }

    @Override
    public void delete(Transaction tx, long n) {
        tx.sql().update("delete from label where account = :account and n = ?", n);
    }

    /** Records that a destroyed label still has to be removed from emails. */
    public static void markForRemoval(SqlWriter sql, long n) {
        sql.update("insert into label_leaving (account, n) values (:account, ?)", n);
    }

    /** Returns a label that still has to be removed from emails. */
    static OptionalLong nextRemoval(Sql sql) {
        return sql
                .select(
                        "select n from label_leaving where account = :account order by n limit 1",
                        row -> row.getLong(1))
                .stream()
                .mapToLong(Long::longValue)
                .findFirst();
    }

    /** Records that a label was removed from all emails. */
    static void removalDone(SqlWriter sql, long n) {
        sql.update("delete from label_leaving where account = :account and n = ?", n);
    }
}
