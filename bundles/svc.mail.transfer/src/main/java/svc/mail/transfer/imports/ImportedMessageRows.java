package svc.mail.transfer;

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

/** The tables {@code transfer_seen} and {@code transfer_run}: what imports brought, so that none brings it twice. */
final class SeenRows {

    /** So many hashes go into one statement, so that there is one text of it. */
    private static final int AT_ONCE = 100;

    private static final String SELECT =
            "select mailbox, hash, times, run, met from transfer_seen where account = :account"
                    + " and mailbox = ? and hash in (?" + ", ?".repeat(AT_ONCE - 1) + ")";

    private SeenRows() {}

    /**
     * Messages of the same bytes in one mailbox.
     *
     * @param mailbox its number
     * @param blob their bytes
     */
    record Key(long mailbox, BlobId blob) {}

    /**
     * What is known of them.
     *
     * @param times how many of them imports brought
     * @param run the run that met some last
     * @param met how many that run met
     */
    record Seen(long times, long run, long met) {}

    /** What is known of some in one mailbox; others are left out. */
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
        return new Key(row.number(1), BlobId.of(requireNonNull(row.bytes(2))));
    }

    private static Seen seen(Row row) {
        return new Seen(row.number(3), row.number(4), row.number(5));
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

    /** Begins a run; its number. */
    static long begin(Transaction tx) {
        return tx.sql().select("select run from transfer_run where account = :account", row -> row.number(1)).stream()
                .findFirst()
                .map(last -> {
                    tx.sql().change("update transfer_run set run = ? where account = :account", last + 1);
                    return last + 1;
                })
                .orElseGet(() -> {
                    tx.sql().change("insert into transfer_run (account, run) values (:account, 1)");
                    return 1L;
                });
    }

    /** Forgets some of what was brought; how much. */
    static int forget(SqlWriter sql, int most) {
        return sql.change(
                "delete from transfer_seen where account = :account and (mailbox, hash) in (select mailbox, hash"
                        + " from transfer_seen where account = :account limit ?)",
                most);
    }

    /** Forgets the runs. */
    static void end(SqlWriter sql) {
        sql.change("delete from transfer_run where account = :account");
    }
}
