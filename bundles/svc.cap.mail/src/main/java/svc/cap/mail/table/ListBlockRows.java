package svc.cap.mail;

import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/**
 * The table {@code mail_block}: a list in stretches of some hundred entries with their number. What stands at a place, and at which
 * place something stands, is found without walking the list.
 */
final class BlockRows {

    /** A block with more entries is cut. */
    static final int FULL = 512;

    private static final int CUT = FULL / 2;
    private static final String SELECT =
            "select received, n, entries from mail_block where account = :account and list = ?";

    private BlockRows() {}

    /**
     * A stretch of a list.
     *
     * @param from its first key; entries follow up to the next block
     * @param entries how many there are
     */
    record Block(Key from, int entries) {}

    /** All blocks of a list, in order. */
    static List<Block> all(Sql sql, long list) {
        return rows(sql, SELECT + " order by received, n", list);
    }

    /** How many entries of a list stand after a key. */
    static int after(Sql sql, long list, Key key) {
        List<Block> next = rows(
                sql,
                SELECT + " and (received, n) > (?, ?) order by received, n limit 1",
                list,
                key.received(),
                key.n());
        int beyond = next.isEmpty()
                ? 0
                : sql.select(
                                "select sum(entries) from mail_block where account = :account and list = ?"
                                        + " and (received, n) > (?, ?)",
                                row -> (int) row.number(1),
                                list,
                                key.received(),
                                key.n())
                        .get(0);
        Key end = next.isEmpty() ? Key.LAST : next.get(0).from;
        // The first entry of a block has the key of the block, unless it went since.
        return beyond + MailList.of(list).between(sql, list / 2, key, end);
    }

    private static List<Block> rows(Sql sql, String text, Object... arguments) {
        return sql.select(
                text, row -> new Block(new Key(row.number(1), row.number(2)), (int) row.number(3)), arguments);
    }

    /** Books what came into lists and went out of them; the lists themselves have changed already. */
    static void apply(SqlWriter sql, ListMoves moves) {
        List<List<Object>> rows = new ArrayList<>();
        List<Runnable> cuts = new ArrayList<>();
        moves.forEach((list, keys) -> {
            NavigableMap<Key, Integer> blocks = touched(sql, list, keys);
            NavigableMap<Key, Integer> changes = new TreeMap<>();
            keys.forEach((key, change) -> changes.merge(blocks.floorKey(key), change, Integer::sum));
            changes.forEach((from, change) -> {
                if (change != 0) {
                    rows.add(List.of(list, from.received(), from.n(), change));
                }
                int entries = blocks.getOrDefault(from, 0) + change;
                if (entries > FULL) {
                    cuts.add(() -> cut(sql, list, from, entries));
                } else if (entries == 0) {
                    cuts.add(() -> delete(sql, list, from));
                }
            });
        });
        sql.insert(
                "insert into mail_block (account, list, received, n, entries) values (:account, ?, ?, ?, ?)"
                        + " on conflict (account, list, received, n) do update set entries = entries + excluded.entries",
                rows);
        cuts.forEach(Runnable::run);
    }

    /** The blocks in which the keys are; a list without blocks gets its first one. */
    private static NavigableMap<Key, Integer> touched(Sql sql, long list, NavigableMap<Key, Integer> keys) {
        Key least = keys.firstKey();
        Key most = keys.lastKey();
        NavigableMap<Key, Integer> blocks = new TreeMap<>();
        rows(
                        sql,
                        SELECT + " and (received, n) <= (?, ?) order by received desc, n desc limit 1",
                        list,
                        least.received(),
                        least.n())
                .forEach(block -> blocks.put(block.from, block.entries));
        if (!least.equals(most)) {
            rows(
                            sql,
                            SELECT + " and (received, n) > (?, ?) and (received, n) <= (?, ?)",
                            list,
                            least.received(),
                            least.n(),
                            most.received(),
                            most.n())
                    .forEach(block -> blocks.put(block.from, block.entries));
        }
        if (blocks.isEmpty() || blocks.firstKey().compareTo(least) > 0) {
            blocks.put(Key.FIRST, 0);
        }
        return blocks;
    }

    private static void cut(SqlWriter sql, long list, Key from, int entries) {
        List<List<Object>> rows = new ArrayList<>();
        Key start = from;
        int rest = entries;
        while (rest > FULL) {
            Key next = MailList.of(list).rising(sql, list / 2, start, 1, CUT).get(0);
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

    private static List<Object> row(long list, Key from, int entries) {
        return List.of(list, from.received(), from.n(), entries);
    }

    private static void delete(SqlWriter sql, long list, Key from) {
        sql.change(
                "delete from mail_block where account = :account and list = ? and received = ? and n = ?",
                list,
                from.received(),
                from.n());
    }
}
