package svc.cap.mail.label;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.cap.mail.table.EmailRows;

/** The tables {@code label} and {@code label_leaving}. */
public final class LabelRows {

    private LabelRows() {}

    /** Returns all labels of the account. Their number is limited. */
    static List<Label> all(Sql sql) {
        return sql.select(
                "select n, name, color, sort from label where account = :account order by n", LabelRows::read);
    }

    /** Returns the numbers of up to {@code max} labels, in ascending order. */
    static List<Long> numbers(Sql sql, int max) {
        return sql.select(
                "select n from label where account = :account order by n limit ?", row -> row.getLong(1), max);
    }

    /** Returns the labels with these numbers. Numbers without a label are left out. */
    static List<Label> find(Sql sql, Collection<Long> numbers) {
        return sql.selectIn(
                "select n, name, color, sort from label where account = :account and n in (??)",
                EmailRows.distinct(numbers),
                LabelRows::read);
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

    private static Label read(Row row) {
        return new Label(
                row.getLong(1),
                new Label.Properties(
                        requireNonNull(row.getString(2)), Optional.ofNullable(row.getString(3)), (int) row.getLong(4)));
    }

    static void insert(SqlWriter sql, long n, Label.Properties core) {
        sql.update(
                "insert into label (account, n, name, folded, color, sort) values (:account, ?, ?, ?, ?, ?)",
                n,
                core.name(),
                core.folded(),
                core.color().orElse(null),
                core.sort());
    }

    static void update(SqlWriter sql, long n, Label.Properties core) {
        sql.update(
                "update label set name = ?, folded = ?, color = ?, sort = ? where account = :account and n = ?",
                core.name(),
                core.folded(),
                core.color().orElse(null),
                core.sort(),
                n);
    }

    public static void delete(SqlWriter sql, long n) {
        sql.update("delete from label where account = :account and n = ?", n);
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
