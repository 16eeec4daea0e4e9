package svc.cap.mail.table;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/**
 * The table {@code mail_block}: each ordered list is divided into blocks of some hundred entries, and each row stores
 * the number of entries of a block. With these numbers, the entry at a position and the position of an entry are found
 * without a scan of the list.
 */
public final class ListBlockRows {

    /** A block with more entries is split. */
    static final int FULL = 512;

    private static final int CUT = FULL / 2;
    private static final String SELECT =
            "select received, n, entries from mail_block where account = :account and list = ?";

    private ListBlockRows() {}

    /**
     * A block of a list.
     *
     * @param from its first key; the block ends before the first key of the next block
     * @param entries the number of its entries
     */
    public record Block(ReceivedKey from, int entries) {}

    /** Returns all blocks of a list, in order. */
    public static List<Block> all(Sql sql, long list) {
        return rows(sql, SELECT + " order by received, n", list);
    }

    /** Returns the number of entries of a list. */
    public static int total(Sql sql, long list) {
        return all(sql, list).stream().mapToInt(Block::entries).sum();
    }

    /** Returns how many entries of a list follow a key. */
    public static int after(Sql sql, long list, ReceivedKey key) {
        Optional<Block> next = blockAfter(sql, list, key);
        int beyond = next.isEmpty()
                ? 0
                : (int) sql.number(
                        "select sum(entries) from mail_block where account = :account and list = ?"
                                + " and (received, n) > (?, ?)",
                        list,
                        key.received(),
                        key.n());
        ReceivedKey end = next.map(Block::from).orElse(ReceivedKey.LAST);
        // The entries between the key and the next block are counted one by one.
        return beyond + OrderedList.of(list).countBetween(sql, list / 2, key, end);
    }

    private static List<Block> rows(Sql sql, String text, Object... arguments) {
        return sql.select(
                text,
                row -> new Block(new ReceivedKey(row.getLong(1), row.getLong(2)), (int) row.getLong(3)),
                arguments);
    }

    /** Applies insertions and removals to the blocks. The lists themselves must have changed already. */
    public static void apply(SqlWriter sql, ListDeltas moves) {
        List<List<Object>> rows = new ArrayList<>();
        List<Runnable> splits = new ArrayList<>();
        moves.forEach((list, keys) -> {
            NavigableMap<ReceivedKey, Integer> blocks = affectedBlocks(sql, list, keys);
            NavigableMap<ReceivedKey, Integer> changes = new TreeMap<>();
            keys.forEach((key, change) -> changes.merge(blocks.floorKey(key), change, Integer::sum));
            changes.forEach((from, change) -> {
                if (change != 0) {
                    rows.add(List.of(list, from.received(), from.n(), change));
                }
                int entries = blocks.getOrDefault(from, 0) + change;
                if (entries > FULL) {
                    splits.add(() -> split(sql, list, from, entries));
                } else if (entries == 0) {
                    splits.add(() -> delete(sql, list, from));
                }
            });
        });
        sql.insert(
                "insert into mail_block (account, list, received, n, entries) values (:account, ?, ?, ?, ?)"
                        + " on conflict (account, list, received, n) do update set entries = mail_block.entries + excluded.entries",
                rows);
        splits.forEach(Runnable::run);
    }

    /**
     * Returns the blocks that contain the keys; not those between them, because a reply moves its thread past most blocks of
     * a large list. Creates the first block of a list without blocks.
     */
    private static NavigableMap<ReceivedKey, Integer> affectedBlocks(
            Sql sql, long list, NavigableMap<ReceivedKey, Integer> keys) {
        NavigableMap<ReceivedKey, Integer> blocks = new TreeMap<>();
        ReceivedKey next = ReceivedKey.FIRST;
        for (ReceivedKey key : keys.keySet()) {
            if (key.compareTo(next) >= 0) {
                Block block = blockOf(sql, list, key).orElse(new Block(ReceivedKey.FIRST, 0));
                blocks.put(block.from, block.entries);
                next = key.equals(keys.lastKey())
                        ? ReceivedKey.LAST
                        : blockAfter(sql, list, key).map(Block::from).orElse(ReceivedKey.LAST);
            }
        }
        return blocks;
    }

    /** Returns the block that contains a key. */
    private static Optional<Block> blockOf(Sql sql, long list, ReceivedKey key) {
        return first(sql, SELECT + " and (received, n) <= (?, ?) order by received desc, n desc limit 1", list, key);
    }

    /** Returns the block that follows a key. */
    private static Optional<Block> blockAfter(Sql sql, long list, ReceivedKey key) {
        return first(sql, SELECT + " and (received, n) > (?, ?) order by received, n limit 1", list, key);
    }

    private static Optional<Block> first(Sql sql, String text, long list, ReceivedKey key) {
        return rows(sql, text, list, key.received(), key.n()).stream().findFirst();
    }

    private static void split(SqlWriter sql, long list, ReceivedKey from, int entries) {
        List<List<Object>> rows = new ArrayList<>();
        ReceivedKey start = from;
        int rest = entries;
        while (rest > FULL) {
            ReceivedKey next =
                    OrderedList.of(list).ascending(sql, list / 2, start, 1, CUT).get(0);
            rows.add(row(list, start, CUT));
            start = next;
            rest -= CUT;
        }
        rows.add(row(list, start, rest));
        sql.insert(
                "insert into mail_block (account, list, received, n, entries) values (:account, ?, ?, ?, ?)"
                        + " on conflict (account, list, received, n) do update set entries = excluded.entries",
                rows);
    }

    private static List<Object> row(long list, ReceivedKey from, int entries) {
        return List.of(list, from.received(), from.n(), entries);
    }

    private static void delete(SqlWriter sql, long list, ReceivedKey from) {
        sql.update(
                "delete from mail_block where account = :account and list = ? and received = ? and n = ?",
                list,
                from.received(),
                from.n());
    }
}
