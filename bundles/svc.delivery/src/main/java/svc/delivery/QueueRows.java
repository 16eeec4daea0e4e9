package svc.delivery;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.delivery.Destiny.Fate;
import svc.api.delivery.Posting;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;

/** The tables {@code posting} and {@code posting_recipient}. */
final class PostingRows {

    private static final String HEADS = "SELECT n, account, blob, size, sender, created_at FROM posting";
    private static final String LEGS =
            "SELECT posting, i, account, address, state, attempts, next_at, reply FROM posting_recipient";

    private PostingRows() {}

    /** A message of the queue. */
    record Head(long n, long account, BlobId blob, long size, String sender, Instant created) {}

    /** Its way to one recipient. */
    record Leg(
            long posting, int i, long account, String address, Fate fate, int attempts, Instant next, String reply) {}

    static long insert(SqlWriter sql, Posting posting, Instant now) {
        sql.change(
                "INSERT INTO posting (account, blob, size, sender, created_at) VALUES (:account, ?, ?, ?, ?)",
                posting.blob().sha256(),
                posting.size(),
                posting.sender(),
                now.toEpochMilli());
        long n = sql.select("SELECT max(n) FROM posting WHERE account = :account", row -> row.number(1))
                .get(0);
        List<List<@Nullable Object>> legs = new ArrayList<>();
        for (String address : posting.recipients()) {
            legs.add(List.of(
                    n, legs.size(), address, Fate.WAITING.word(), posting.due().toEpochMilli()));
        }
        sql.insert(
                "INSERT INTO posting_recipient (account, posting, i, address, state, next_at)"
                        + " VALUES (:account, ?, ?, ?, ?, ?)",
                legs);
        return n;
    }

    /** A message of the account of the transaction. */
    static Optional<Head> own(Sql sql, long n) {
        return sql.select(HEADS + " WHERE account = :account AND n = ?", PostingRows::head, n).stream()
                .findFirst();
    }

    /** The ways of a message of the account of the transaction. */
    static List<Leg> ownLegs(Sql sql, long n) {
        return sql.select(LEGS + " WHERE account = :account AND posting = ? ORDER BY i", PostingRows::leg, n);
    }

    /** A message of any account. */
    static Optional<Head> any(Sql sql, long n) {
        return sql.select(HEADS + " WHERE n = ?", PostingRows::head, n).stream().findFirst();
    }

    /** Messages behind a number. */
    static List<Head> after(Sql sql, long n, int most) {
        return sql.select(HEADS + " WHERE n > ? ORDER BY n LIMIT ?", PostingRows::head, n, most);
    }

    static long count(Sql sql) {
        return sql.select("SELECT count(*) FROM posting", row -> row.number(1)).get(0);
    }

    /** The ways of messages, each after the other. */
    static List<Leg> legs(Sql sql, List<Long> postings) {
        return sql.selectAmong(LEGS + " WHERE posting IN (??) ORDER BY posting, i", postings, PostingRows::leg);
    }

    /** Those whose time has come, the oldest first. */
    static List<Leg> due(Sql sql, Instant now, int most) {
        return sql.select(
                LEGS + " WHERE state = 'waiting' AND next_at <= ? ORDER BY next_at, posting, i LIMIT ?",
                PostingRows::leg,
                now.toEpochMilli(),
                most);
    }

    /** When the next one is due. */
    static Optional<Instant> next(Sql sql) {
        return sql
                .select(
                        "SELECT next_at FROM posting_recipient WHERE state = 'waiting' ORDER BY next_at LIMIT 1",
                        row -> Instant.ofEpochMilli(row.number(1)))
                .stream()
                .findFirst();
    }

    /** How many wait: for their first turn, and for another one. */
    static long[] waiting(Sql sql) {
        return sql.select(
                        "SELECT coalesce(sum(attempts = 0), 0), coalesce(sum(attempts > 0), 0) FROM posting_recipient"
                                + " WHERE state = 'waiting'",
                        row -> new long[] {row.number(1), row.number(2)})
                .get(0);
    }

    static void settle(SqlWriter sql, Leg leg, Fate fate, String reply) {
        sql.change(
                "UPDATE posting_recipient SET state = ?, attempts = attempts + 1, reply = ?"
                        + " WHERE account = :account AND posting = ? AND i = ?",
                fate.word(),
                reply,
                leg.posting(),
                leg.i());
    }

    static void again(SqlWriter sql, Leg leg, String reply, Instant next) {
        sql.change(
                "UPDATE posting_recipient SET attempts = attempts + 1, reply = ?, next_at = ?"
                        + " WHERE account = :account AND posting = ? AND i = ?",
                reply,
                next.toEpochMilli(),
                leg.posting(),
                leg.i());
    }

    /** All that were tried and wait are due now; of one message, or of all. What is held back until a time stays held. How many there are. */
    static int hurry(SqlWriter sql, long posting, Instant now) {
        return sql.change(
                "UPDATE posting_recipient SET next_at = min(next_at, ?) WHERE state = 'waiting' AND attempts > 0"
                        + " AND (posting = ? OR ? = 0)",
                now.toEpochMilli(),
                posting,
                posting);
    }

    static void delete(SqlWriter sql, long n) {
        sql.change("DELETE FROM posting_recipient WHERE account = :account AND posting = ?", n);
        sql.change("DELETE FROM posting WHERE account = :account AND n = ?", n);
    }

    private static Head head(Row row) {
        return new Head(
                row.number(1),
                row.number(2),
                BlobId.of(requireNonNull(row.bytes(3))),
                row.number(4),
                requireNonNull(row.text(5)),
                Instant.ofEpochMilli(row.number(6)));
    }

    private static Leg leg(Row row) {
        return new Leg(
                row.number(1),
                (int) row.number(2),
                row.number(3),
                requireNonNull(row.text(4)),
                Fate.valueOf(requireNonNull(row.text(5)).toUpperCase(Locale.ROOT)),
                (int) row.number(6),
                Instant.ofEpochMilli(row.number(7)),
                requireNonNull(row.text(8)));
    }
}
