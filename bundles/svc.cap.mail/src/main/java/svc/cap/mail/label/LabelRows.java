package svc.cap.mail;

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

/** The tables {@code label} and {@code label_leaving}. */
final class LabelRows {

    private LabelRows() {}

    /** All labels of the account; it has few. */
    static List<Label> all(Sql sql) {
        return sql.select(
                "select n, name, color, sort from label where account = :account order by n", LabelRows::read);
    }

    /** Labels of the account in the order of their numbers, at most so many. */
    static List<Long> numbers(Sql sql, int most) {
        return sql.select(
                "select n from label where account = :account order by n limit ?", row -> row.number(1), most);
    }

    /** Those that exist. */
    static List<Label> among(Sql sql, Collection<Long> numbers) {
        return sql.selectAmong(
                "select n, name, color, sort from label where account = :account and n in (??)",
                EmailRows.distinct(numbers),
                LabelRows::read);
    }

    /** The numbers of those that exist. */
    static Set<Long> there(Sql sql, Collection<Long> numbers) {
        return numbers.isEmpty()
                ? Set.of()
                : new HashSet<>(sql.selectAmong(
                        "select n from label where account = :account and n in (??)",
                        EmailRows.distinct(numbers),
                        row -> row.number(1)));
    }

    private static Label read(Row row) {
        return new Label(
                row.number(1),
                new Label.Core(requireNonNull(row.text(2)), Optional.ofNullable(row.text(3)), (int) row.number(4)));
    }

    static void insert(SqlWriter sql, long n, Label.Core core) {
        sql.change(
                "insert into label (account, n, name, folded, color, sort) values (:account, ?, ?, ?, ?, ?)",
                n,
                core.name(),
                core.folded(),
                core.color().orElse(null),
                core.sort());
    }

    static void update(SqlWriter sql, long n, Label.Core core) {
        sql.change(
                "update label set name = ?, folded = ?, color = ?, sort = ? where account = :account and n = ?",
                core.name(),
                core.folded(),
                core.color().orElse(null),
                core.sort(),
                n);
    }

    static void delete(SqlWriter sql, long n) {
        sql.change("delete from label where account = :account and n = ?", n);
    }

    /** Writes down that a label is still to be taken off messages. */
    static void leave(SqlWriter sql, long n) {
        sql.change("insert into label_leaving (account, n) values (:account, ?)", n);
    }

    /** One that is still to be taken off messages. */
    static OptionalLong leaving(Sql sql) {
        return sql
                .select("select n from label_leaving where account = :account order by n limit 1", row -> row.number(1))
                .stream()
                .mapToLong(Long::longValue)
                .findFirst();
    }

    /** A label is off all messages. */
    static void left(SqlWriter sql, long n) {
        sql.change("delete from label_leaving where account = :account and n = ?", n);
    }
}
