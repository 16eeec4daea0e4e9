package svc.cap.mail.message;

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

/**
 * The tables {@code email_text}, {@code email_order} and {@code part}: the immutable data of each message. A message
 * takes its rows in {@code email_imap} and {@code email_first} with it.
 */
public final class ParsedMessageRows {

    private static final List<Table> TABLES = List.of(
            new Table("email_text", "blob, summary, structure", 3, 3),
            new Table("email_order", "subject, sender, recipient", 3, 0),
            new Table("part", "hash, path", 2, 1),
            new Table("email_imap", "envelope, structure", 2, 2));

    private ParsedMessageRows() {}

    /**
     * A table.
     *
     * @param count the number of columns
     * @param bytes how many of the columns, from the first one, contain bytes; the others contain text
     */
    private record Table(String name, String columns, int count, int bytes) {

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

    /** Inserts the rows of messages, by email number. */
    public static void insert(SqlWriter sql, Map<Long, ParsedMessage> messages) {
        List<List<Object>> texts = new ArrayList<>();
        List<List<Object>> orders = new ArrayList<>();
        List<List<Object>> parts = new ArrayList<>();
        messages.forEach((n, message) -> {
            texts.add(List.of(n, message.blob().sha256(), message.summary(), message.structure()));
            ParsedMessage.Order order = message.order();
            orders.add(List.of(n, order.subject(), order.sender(), order.recipient()));
            message.parts().forEach(part -> parts.add(List.of(n, part.hash(), part.path())));
        });
        sql.insert(TABLES.get(0).insert(), texts);
        sql.insert(TABLES.get(1).insert(), orders);
        // A message can contain the same part twice. The row is unique by hash and path.
        sql.insert(TABLES.get(2).insert() + " on conflict (account, hash, n, path) do nothing", parts);
    }

    /** Returns the blobs of emails, by number. */
    public static Map<Long, BlobId> blobs(Sql sql, Collection<Long> numbers) {
        Map<Long, BlobId> blobs = new HashMap<>();
        sql.selectIn(
                "select n, blob from email_text where account = :account and n in (??)",
                numbers,
                row -> blobs.put(row.getLong(1), BlobId.of(requireNonNull(row.getBytes(2)))));
        return blobs;
    }

    /** Gives the rows of emails new email numbers. The map contains the new number for each old number. */
    public static void renumber(SqlWriter sql, Map<Long, Long> numbers) {
        for (Table table : TABLES) {
            List<List<@Nullable Object>> rows =
                    sql.selectIn(table.select(), numbers.keySet(), row -> moved(row, table, numbers));
            sql.insert(table.insert(), rows);
        }
        FirstNumberRows.renumber(sql, numbers);
        delete(sql, numbers.keySet());
    }

    private static List<@Nullable Object> moved(Row row, Table table, Map<Long, Long> numbers) {
        @Nullable Object[] values = new @Nullable Object[table.count + 1];
        values[0] = numbers.get(row.getLong(1));
        for (int i = 1; i <= table.count; i++) {
            values[i] = i <= table.bytes ? row.getBytes(i + 1) : row.getString(i + 1);
        }
        return Arrays.asList(values);
    }

    public static void delete(SqlWriter sql, Collection<Long> numbers) {
        TABLES.forEach(table -> sql.updateIn(table.delete(), numbers));
        FirstNumberRows.delete(sql, numbers);
    }
}
