package svc.store.sqlite.changelog;

import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import svc.api.store.BackgroundTask.Pace;
import svc.api.store.State;
import svc.api.store.StoreException;
import svc.api.store.StoreException.Kind;
import svc.store.sqlite.sql.StatementCache;

/**
 * The states of an account and its types, and the floor of each type: the sequence number up to which its changes were
 * purged.
 */
public final class StateRows {

    private static final long MINUTE_MILLIS = 60_000;

    /** If many changes have expired, for example after a downtime, they are purged in portions of this length. */
    private static final long PORTION_MINUTES = 360;

    /** The maximum number of rows per delete, so that one delete occupies the writer only for a short time. */
    static final int PORTION_ROWS = 500;

    private static final String DEAD =
            "DELETE FROM change WHERE (account, type, n) IN (SELECT account, type, n FROM change"
                    + " WHERE account = ? AND type = ? AND died IS NOT NULL AND died <= ? LIMIT ?)";
    private static final String PAST =
            "DELETE FROM past_life WHERE (account, type, n, born) IN (SELECT account, type, n, born"
                    + " FROM past_life WHERE account = ? AND type = ? AND died <= ? LIMIT ?)";

    private StateRows() {}

    /** Returns the sequence number of the last change of a type; 0 before its first change. */
    static long head(StatementCache db, long account, long type) {
        return db.number(0, "SELECT seq FROM state WHERE account = ? AND type = ?", account, type);
    }

    public static OptionalLong floor(StatementCache db, long account, long type) {
        long floor = db.number(-1, "SELECT seq FROM floor WHERE account = ? AND type = ?", account, type);
        return floor < 0 ? OptionalLong.empty() : OptionalLong.of(floor);
    }

    /** Returns the state of a type, with the epoch of the account. */
    public static State state(StatementCache db, long account, long type) {
        return db
                .list(
                        "SELECT a.epoch, s.seq FROM account AS a LEFT JOIN state AS s ON s.account = a.n AND s.type = ?"
                                + " WHERE a.n = ?",
                        row -> new State(row.getLong(1), row.getLong(2)),
                        type,
                        account)
                .stream()
                .findFirst()
                .orElseThrow(() -> new StoreException(Kind.NO_ACCOUNT, "There is no account " + account + ".", null));
    }

    /**
     * A type of an account with expired changes.
     *
     * @param account the number of the account
     * @param type the number of the type
     * @param until the end of the period to purge now
     */
    public record Expired(long account, long type, Instant until) {}

    /** Returns up to {@code max} account types with changes older than {@code before}, the oldest first. */
    public static List<Expired> expired(StatementCache db, Instant before, int max) {
        long millis = before.toEpochMilli();
        return db.list(
                "SELECT account, type, min(minute) FROM (SELECT account, type, minute FROM tick"
                        + " WHERE minute <= ? AND at < ? ORDER BY minute LIMIT ?) GROUP BY account, type",
                row -> new Expired(
                        row.getLong(1),
                        row.getLong(2),
                        Instant.ofEpochMilli(Math.min(millis, (row.getLong(3) + PORTION_MINUTES) * MINUTE_MILLIS))),
                Math.floorDiv(millis, MINUTE_MILLIS),
                millis,
                max);
    }

    /**
     * Purges the changes older than {@code before} (CHG-12), and returns the new floor. The floor is raised first. Then
     * rows are deleted while {@code pace} permits. The rows of {@code tick} are deleted last, so that {@link #expired}
     * finds an unfinished purge again.
     */
    public static OptionalLong purge(StatementCache db, long account, long type, Instant before, Pace pace) {
        long millis = before.toEpochMilli();
        List<long[]> newest = db.list(
                "SELECT minute, last_seq FROM tick WHERE account = ? AND type = ? AND minute <= ? AND at < ?"
                        + " ORDER BY minute DESC LIMIT 1",
                row -> new long[] {row.getLong(1), row.getLong(2)},
                account,
                type,
                Math.floorDiv(millis, MINUTE_MILLIS),
                millis);
        if (newest.isEmpty()) {
            return OptionalLong.empty();
        }
        long floor = newest.get(0)[1];
        db.change(
                "INSERT INTO floor (account, type, seq) VALUES (?, ?, ?)"
                        + " ON CONFLICT (account, type) DO UPDATE SET seq = excluded.seq",
                account,
                type,
                floor);
        boolean all = deleted(db, DEAD, pace, account, type, floor)
                && deleted(db, PAST, pace, account, type, floor)
                && MembershipPurge.run(db, account, type, floor, pace);
        if (all) {
            db.change(
                    "DELETE FROM tick WHERE account = ? AND type = ? AND minute <= ?", account, type, newest.get(0)[0]);
        }
        return OptionalLong.of(floor);
    }

    /**
     * Deletes one portion of rows, and further portions while {@code pace} permits. Returns whether all rows were
     * deleted.
     */
    private static boolean deleted(StatementCache db, String sql, Pace pace, long account, long type, long floor) {
        boolean more;
        do {
            more = db.change(sql, account, type, floor, PORTION_ROWS) == PORTION_ROWS;
        } while (more && pace.mayContinue());
        return !more;
    }
}
