package svc.mail.transfer.imports;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.api.store.Transaction;

/**
 * Rows of the tables {@code transfer_seen} and {@code transfer_run}: the messages that imports filed, so that no
 * message is imported twice.
 */
final class ImportedMessageRows {

    /** Number of hashes in one statement; fixed, so that the statement text is always the same. */
    private static final int AT_ONCE = 100;

    private static final String SELECT =
            "select mailbox, hash, times, run, met from transfer_seen where account = :account"
                    + " and mailbox = ? and hash in (?" + ", ?".repeat(AT_ONCE - 1) + ")";

    private ImportedMessageRows() {}

    /**
     * Identical messages of one mailbox.
     *
     * @param mailbox the number of the mailbox
     * @param blob the id of the blob that these messages have in common
     */
    record Key(long mailbox, BlobId blob) {}

    /**
     * Counts of identical messages.
     *
     * @param times the number of copies that imports have filed
     * @param run the last run that found a copy
     * @param met the number of copies that this run has found
     */
    record Seen(long times, long run, long met) {}

    /** Returns the counts of these blobs in one mailbox; blobs that were not imported are left out. */
    static Map<Key, Seen> of(Sql sql, long mailbox, Collection<BlobId> blobs) {
        Map<Key, Seen> found = new HashMap<>();
        List<BlobId> all = blobs.stream().distinct().toList();
        for (int from = 0; from < all.size(); from += AT_ONCE) {
            List<@Nullable Object> arguments = new ArrayList<>();
            arguments.add(mailbox);
            for (int i = 0; i < AT_ONCE; i++) {
                arguments.add(from + i < all.size() ? all.get(from + i).sha256() : null);
            }
            sql.select(SELECT, row -> found.put(key(row), seen(row)), arguments.toArray());
        }
        return found;
    }

    private static Key key(Row row) {
        return new Key(row.getLong(1), BlobId.of(requireNonNull(row.getBytes(2))));
    }

    private static Seen seen(Row row) {
        return new Seen(row.getLong(3), row.getLong(4), row.getLong(5));
    }

    static void put(SqlWriter sql, Map<Key, Seen> seen) {
        List<List<Object>> rows = seen.entrySet().stream()
                .map(one -> List.<Object>of(
                        one.getKey().mailbox(),
                        one.getKey().blob().sha256(),
                        one.getValue().times(),
                        one.getValue().run(),
                        one.getValue().met()))
                .toList();
        sql.insert(
                "insert into transfer_seen (account, mailbox, hash, times, run, met) values (:account, ?, ?, ?, ?, ?)"
                        + " on conflict (account, mailbox, hash) do update set times = excluded.times,"
                        + " run = excluded.run, met = excluded.met",
                rows);
    }

    /** Starts a run and returns its number. */
    static long begin(Transaction tx) {
        return tx.sql()
                .first("select run from transfer_run where account = :account", row -> row.getLong(1))
                .map(last -> {
                    tx.sql().update("update transfer_run set run = ? where account = :account", last + 1);
                    return last + 1;
                })
                .orElseGet(() -> {
                    tx.sql().update("insert into transfer_run (account, run) values (:account, 1)");
                    return 1L;
                });
    }

    /** Deletes at most {@code max} rows of imported messages and returns their number. */
    static int forget(SqlWriter sql, int max) {
        return sql.update(
                "delete from transfer_seen where account = :account and (mailbox, hash) in (select mailbox, hash"
                        + " from transfer_seen where account = :account limit ?)",
                max);
    }

    /** Deletes the row with the number of the account's last run. */
    static void end(SqlWriter sql) {
        sql.update("delete from transfer_run where account = :account");
    }
}
