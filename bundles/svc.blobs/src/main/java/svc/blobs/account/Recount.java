package svc.blobs.account;

import java.util.List;
import svc.api.store.Scope;
import svc.api.store.Sql;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;

/** Recounts the bytes of accounts from their blob rows and compares them with the stored counts. */
public final class Recount {

    private static final int ACCOUNTS = 50;
    private static final int LARGEST = 20_000;

    private static final String USED =
            "coalesce((SELECT sum(size) FROM blob_right r WHERE r.account = a.n AND r.loose IS NULL), 0)";
    private static final String PENDING =
            "coalesce((SELECT sum(size) FROM blob_right r WHERE r.account = a.n AND r.loose >= 0), 0)";
    private static final String WRONG = "(used_bytes <> " + USED + " OR pending_bytes <> " + PENDING + ")";

    private Recount() {}

    /** The result of a comparison. */
    record Found(long accounts, long wrong) {}

    /** Checks some random accounts. Accounts with very many blobs are left out. Runs in the scope of the system. */
    static Found some(Sql sql) {
        return sql.first(
                        "SELECT count(*), count(CASE WHEN " + WRONG
                                + " THEN 1 END) FROM (SELECT n, used_bytes, pending_bytes FROM account"
                                + " WHERE n > 0 AND (SELECT count(*) FROM (SELECT 1 FROM blob_right"
                                + " WHERE blob_right.account = account.n LIMIT " + (LARGEST + 1) + ") few) <= "
                                + LARGEST
                                + " ORDER BY random() LIMIT " + ACCOUNTS + ") a",
                        row -> new Found(row.getLong(1), row.getLong(2)))
                .orElseThrow();
    }

    /**
     * Corrects the counts of one account. Returns whether they were wrong. The counts are first compared in a read, so
     * that the writer thread is used only for wrong counts.
     */
    public static boolean correct(Store store, Scope scope) {
        List<Long> wrong = store.read(
                scope,
                snapshot -> snapshot.sql()
                        .select("SELECT n FROM account a WHERE n = :account AND " + WRONG, row -> row.getLong(1)));
        return !wrong.isEmpty()
                && store.write(
                        scope,
                        TransactionCallback.named(
                                "svc.blobs: mend the counts of an account",
                                tx -> tx.sql()
                                                .update("UPDATE account AS a SET used_bytes = " + USED
                                                        + ", pending_bytes = " + PENDING + " WHERE n = :account")
                                        > 0));
    }
}
