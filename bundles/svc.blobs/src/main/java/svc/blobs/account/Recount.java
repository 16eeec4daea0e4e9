package svc.blobs;

import java.util.List;
import svc.api.store.Scope;
import svc.api.store.Sql;
import svc.api.store.Store;
import svc.api.store.Writing;

/** Counts what accounts keep, row by row, and holds it against the counts that move with every change. */
final class Recount {

    private static final int ACCOUNTS = 50;
    private static final int LARGEST = 20_000;

    private static final String USED =
            "coalesce((SELECT sum(size) FROM blob_right r WHERE r.account = a.n AND r.loose IS NULL), 0)";
    private static final String PENDING =
            "coalesce((SELECT sum(size) FROM blob_right r WHERE r.account = a.n AND r.loose >= 0), 0)";
    private static final String WRONG = "(used_bytes <> " + USED + " OR pending_bytes <> " + PENDING + ")";

    private Recount() {}

    /** What a look found. */
    record Found(long accounts, long wrong) {}

    /** Some accounts, others each time, and none that would take long; for the scope of the system. */
    static Found some(Sql sql) {
        return sql.select(
                        "SELECT count(*), coalesce(sum" + WRONG
                                + ", 0) FROM (SELECT n, used_bytes, pending_bytes FROM account"
                                + " WHERE n > 0 AND (SELECT count(*) FROM (SELECT 1 FROM blob_right"
                                + " WHERE blob_right.account = account.n LIMIT " + (LARGEST + 1) + ")) <= " + LARGEST
                                + " ORDER BY random() LIMIT " + ACCOUNTS + ") a",
                        row -> new Found(row.number(1), row.number(2)))
                .get(0);
    }

    /** Mends the counts of one account; looks first, so that the one thread that writes is asked only where something is wrong. */
    static boolean mend(Store store, Scope scope) {
        List<Long> wrong = store.read(
                scope,
                snapshot -> snapshot.sql()
                        .select("SELECT n FROM account a WHERE n = :account AND " + WRONG, row -> row.number(1)));
        return !wrong.isEmpty()
                && store.write(
                        scope,
                        Writing.named(
                                "svc.blobs: mend the counts of an account",
                                tx -> tx.sql()
                                                .change("UPDATE account AS a SET used_bytes = " + USED
                                                        + ", pending_bytes = " + PENDING + " WHERE n = :account")
                                        > 0));
    }
}
