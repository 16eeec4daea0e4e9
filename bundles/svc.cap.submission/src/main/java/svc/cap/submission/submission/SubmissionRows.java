package svc.cap.submission.submission;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.delivery.DeliveryStatus;
import svc.api.delivery.DeliveryStatus.State;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.cap.submission.submission.Submission.RecipientStatus;
import svc.cap.submission.submission.Submission.Undo;

/** Rows of the tables {@code submission}, {@code submission_recipient} and {@code submission_report}. */
public final class SubmissionRows {

    private static final String ALL = "SELECT n, identity, email, thread, send_at, undo, posting, envelope, sender"
            + " FROM submission WHERE account = :account";

    private SubmissionRows() {}

    public static List<Long> numbers(Sql sql, long after, int max) {
        return sql.select(
                "SELECT n FROM submission WHERE account = :account AND n > ? ORDER BY n LIMIT ?",
                row -> row.getLong(1),
                after,
                max);
    }

    /** Returns the first {@code max} submissions that one of these other users submitted. */
    public static List<Long> numbersOf(Sql sql, Collection<Long> senders, int max) {
        return sql
                .selectIn(
                        "SELECT n FROM submission WHERE account = :account AND sender IN (??) ORDER BY n LIMIT ?",
                        senders,
                        row -> row.getLong(1),
                        max)
                .stream()
                .sorted()
                .toList();
    }

    /** Returns those of the submissions that one of these other users submitted. */
    public static Set<Long> among(Sql sql, Collection<Long> senders, Collection<Long> numbers) {
        Set<Long> found = new HashSet<>();
        sql.selectIn("SELECT n, sender FROM submission WHERE account = :account AND n IN (??)", numbers, row -> {
            if (senders.contains(row.getLong(2))) {
                found.add(row.getLong(1));
            }
            return true;
        });
        return found;
    }

    public static Map<Long, Submission> find(Sql sql, Collection<Long> numbers) {
        Map<Long, Submission> found = new HashMap<>();
        sql.selectIn(ALL + " AND n IN (??)", numbers, row -> found.put(row.getLong(1), read(row)));
        return found;
    }

    /** Returns the submission whose message has this number in the queue. */
    static Optional<Submission> ofQueuedMessage(Sql sql, long posting) {
        return sql.first(ALL + " AND posting = ?", SubmissionRows::read, posting);
    }

    /**
     * Returns the newest submission of each of these emails, by email. Emails without a submission are missing from the
     * map.
     */
    static Map<Long, Long> newest(Sql sql, Collection<Long> emails) {
        return newest(
                sql,
                "SELECT email, max(n) FROM submission WHERE account = :account AND email IN (??) GROUP BY email",
                emails);
    }

    /** Returns the newest submission of each of these emails that another user submitted. */
    static Map<Long, Long> newestOf(Sql sql, long sender, Collection<Long> emails) {
        return newest(
                sql,
                "SELECT email, max(n) FROM submission WHERE account = :account AND email IN (??) AND sender = ?"
                        + " GROUP BY email",
                emails,
                sender);
    }

    private static Map<Long, Long> newest(Sql sql, String query, Collection<Long> emails, Object... arguments) {
        Map<Long, Long> newest = new HashMap<>();
        sql.selectIn(query, emails, row -> newest.put(row.getLong(1), row.getLong(2)), arguments);
        return newest;
    }

    public static Map<Long, RecipientStatus> recipientStatus(Sql sql, Collection<Long> numbers) {
        Map<Long, RecipientStatus> status = new HashMap<>();
        numbers.forEach(n -> status.put(n, RecipientStatus.unknown()));
        sql.selectIn(
                "SELECT n, address, fate, reply FROM submission_recipient WHERE account = :account AND n IN (??)"
                        + " ORDER BY n, i",
                numbers,
                row -> requireNonNull(status.get(row.getLong(1)))
                        .statuses()
                        .add(new DeliveryStatus(
                                requireNonNull(row.getString(2)),
                                State.valueOf(requireNonNull(row.getString(3)).toUpperCase(Locale.ROOT)),
                                requireNonNull(row.getString(4)))));
        sql.selectIn(
                "SELECT n, blob FROM submission_report WHERE account = :account AND n IN (??) ORDER BY n, i",
                numbers,
                row -> requireNonNull(status.get(row.getLong(1)))
                        .reports()
                        .add(BlobId.of(requireNonNull(row.getBytes(2))).toString()));
        ReceiptRows.read(sql, status);
        return status;
    }

    public static void insert(SqlWriter sql, Submission submission, List<DeliveryStatus> statuses) {
        sql.update(
                "INSERT INTO submission (account, n, identity, email, thread, send_at, undo, posting, envelope,"
                        + " sender) VALUES (:account, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                submission.n(),
                submission.identity(),
                submission.email(),
                submission.thread(),
                submission.sendAt().toEpochMilli(),
                submission.undo().word(),
                submission.posting(),
                submission.envelope(),
                submission.sender());
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (DeliveryStatus one : statuses) {
            rows.add(List.of(
                    submission.n(), rows.size(), one.recipient(), one.state().wireName(), one.smtpReply()));
        }
        sql.insert(
                "INSERT INTO submission_recipient (account, n, i, address, fate, reply) VALUES (:account, ?, ?, ?, ?, ?)",
                rows);
    }

    public static void updateStatus(SqlWriter sql, long n, DeliveryStatus status) {
        sql.update(
                "UPDATE submission_recipient SET fate = ?, reply = ? WHERE account = :account AND n = ? AND address = ?",
                status.state().wireName(),
                status.smtpReply(),
                n,
                status.recipient());
    }

    public static void undo(SqlWriter sql, long n, Undo undo) {
        sql.update("UPDATE submission SET undo = ? WHERE account = :account AND n = ?", undo.word(), n);
    }

    static void report(SqlWriter sql, long n, BlobId blob) {
        sql.update(
                "INSERT INTO submission_report (account, n, i, blob) SELECT :account, ?, count(*), ?"
                        + " FROM submission_report WHERE account = :account AND n = ?",
                n,
                blob.sha256(),
                n);
    }

    public static void delete(SqlWriter sql, long n) {
        ReceiptRows.delete(sql, n);
        sql.update("DELETE FROM submission_report WHERE account = :account AND n = ?", n);
        sql.update("DELETE FROM submission_recipient WHERE account = :account AND n = ?", n);
        sql.update("DELETE FROM submission WHERE account = :account AND n = ?", n);
    }

    private static Submission read(Row row) {
        return new Submission(
                row.getLong(1),
                row.getLong(2),
                row.getLong(3),
                row.getLong(4),
                Instant.ofEpochMilli(row.getLong(5)),
                Undo.of(requireNonNull(row.getString(6))),
                row.getLong(7),
                requireNonNull(row.getString(8)),
                row.getLong(9));
    }
}
