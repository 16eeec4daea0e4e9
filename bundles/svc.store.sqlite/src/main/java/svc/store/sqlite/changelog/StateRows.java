package svc.store.sqlite;

import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import svc.api.store.State;
import svc.api.store.StoreProblem;

/** The rows that say how far an account and its types have come, since when, and from where on changes can be told. */
final class StateRows {

    private static final long MINUTE_MILLIS = 60_000;

    /** Hours that nobody was there for are forgotten in portions. */
    private static final long PORTION_MINUTES = 360;

    private StateRows() {}

    /** The state of a type: 0 before its first change. */
    static long head(Statements db, long account, long type) {
        return db.number(0, "SELECT seq FROM state WHERE account = ? AND type = ?", account, type);
    }

    static OptionalLong floor(Statements db, long account, long type) {
        long floor = db.number(-1, "SELECT seq FROM floor WHERE account = ? AND type = ?", account, type);
        return floor < 0 ? OptionalLong.empty() : OptionalLong.of(floor);
    }

    /** The same with the epoch of the account. */
    static State state(Statements db, long account, long type) {
        return db
                .list(
                        "SELECT a.epoch, s.seq FROM account AS a LEFT JOIN state AS s ON s.account = a.n AND s.type = ?"
                                + " WHERE a.n = ?",
                        row -> new State(row.getLong(1), row.getLong(2)),
                        type,
                        account)
                .stream()
                .findFirst()
                .orElseThrow(() ->
                        new StoreProblem(StoreProblem.Kind.NO_ACCOUNT, "There is no account " + account + ".", null));
    }

    /** A collection whose oldest changes are out of date, and the end of the time to forget of it now. */
    record Expired(long account, long type, Instant until) {}

    /** Some of the collections with changes older than {@code before}, the oldest first. */
    static List<Expired> expired(Statements db, Instant before, int max) {
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

    /** Forgets the changes older than {@code before}; all in the transaction that runs (CHG-12). */
    static OptionalLong purge(Statements db, long account, long type, Instant before) {
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
        db.change("DELETE FROM tick WHERE account = ? AND type = ? AND minute <= ?", account, type, newest.get(0)[0]);
        db.change(
                "INSERT INTO floor (account, type, seq) VALUES (?, ?, ?)"
                        + " ON CONFLICT (account, type) DO UPDATE SET seq = excluded.seq",
                account,
                type,
                floor);
        db.change(
                "DELETE FROM change WHERE account = ? AND type = ? AND died IS NOT NULL AND died <= ?",
                account,
                type,
                floor);
        db.change("DELETE FROM past_life WHERE account = ? AND type = ? AND died <= ?", account, type, floor);
        return OptionalLong.of(floor);
    }
}
