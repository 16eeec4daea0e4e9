package svc.cap.mail;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** What arrives with a message and never changes: the tables {@code email_text}, {@code email_order} and {@code part}. */
final class TextRows {

    private static final List<Table> TABLES = List.of(
            new Table("email_text", "blob, summary, structure", 3),
            new Table("email_order", "subject, sender, recipient", 3),
            new Table("part", "hash, path", 2));

    private TextRows() {}

    private record Table(String name, String columns, int count) {

        String select() {
            return "select n, " + columns + " from " + name + " where account = :account and n in (??)";
        }

        String insert() {
            return "insert into " + name + " (account, n, " + columns + ") values (:account, ?" + ", ?".repeat(count)
                    + ")";
        }

        String delete() {
            return "delete from " + name + " where account = :account and n in (??)";
        }
    }

    /** Adds what messages bring, by message. */
    static void insert(SqlWriter sql, Map<Long, Arrival> arrivals) {
        List<List<Object>> texts = new ArrayList<>();
        List<List<Object>> orders = new ArrayList<>();
        List<List<Object>> parts = new ArrayList<>();
        arrivals.forEach((n, arrival) -> {
            texts.add(List.of(n, arrival.blob().sha256(), arrival.summary(), arrival.structure()));
            Arrival.Order order = arrival.order();
            orders.add(List.of(n, order.subject(), order.sender(), order.recipient()));
            arrival.parts().forEach(part -> parts.add(List.of(n, part.hash(), part.path())));
        });
        sql.insert(TABLES.get(0).insert(), texts);
        sql.insert(TABLES.get(1).insert(), orders);
        // A message may have the same part in the same place only once, but may come with the same part twice.
        sql.insert(TABLES.get(2).insert() + " on conflict (account, hash, n, path) do nothing", parts);
    }

    /** The blobs of messages, by message. */
    static Map<Long, BlobId> blobs(Sql sql, Collection<Long> numbers) {
        Map<Long, BlobId> blobs = new HashMap<>();
        sql.selectAmong(
                "select n, blob from email_text where account = :account and n in (??)",
                numbers,
                row -> blobs.put(row.number(1), BlobId.of(requireNonNull(row.bytes(2)))));
        return blobs;
    }

    /** Gives messages other numbers. */
    static void renumber(SqlWriter sql, Map<Long, Long> numbers) {
        for (Table table : TABLES) {
            boolean bytes = "email_text".equals(table.name);
            boolean hash = "part".equals(table.name);
            List<List<@Nullable Object>> rows =
                    sql.selectAmong(table.select(), numbers.keySet(), row -> moved(row, table, numbers, bytes, hash));
            sql.insert(table.insert(), rows);
        }
        delete(sql, numbers.keySet());
    }

    private static List<@Nullable Object> moved(
            Row row, Table table, Map<Long, Long> numbers, boolean bytes, boolean hash) {
        @Nullable Object[] values = new @Nullable Object[table.count + 1];
        values[0] = numbers.get(row.number(1));
        for (int i = 1; i <= table.count; i++) {
            values[i] = bytes || (hash && i == 1) ? row.bytes(i + 1) : row.text(i + 1);
        }
        return Arrays.asList(values);
    }

    static void delete(SqlWriter sql, Collection<Long> numbers) {
        TABLES.forEach(table -> sql.changeAmong(table.delete(), numbers));
    }
}
