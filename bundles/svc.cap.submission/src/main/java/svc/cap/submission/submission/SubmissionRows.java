package svc.cap.submission;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.blob.BlobId;
import svc.api.delivery.Destiny;
import svc.api.delivery.Destiny.Fate;
import svc.api.store.Row;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.cap.submission.Submission.Fares;
import svc.cap.submission.Submission.Undo;

/** The tables of submissions. */
final class SubmissionRows {

    private static final String ALL = "SELECT n, identity, email, thread, send_at, undo, posting, envelope"
            + " FROM submission WHERE account = :account";

    private SubmissionRows() {}

    static List<Long> numbers(Sql sql, int most) {
        return sql.select(
                "SELECT n FROM submission WHERE account = :account ORDER BY n LIMIT ?", row -> row.number(1), most);
    }

    static Map<Long, Submission> among(Sql sql, Collection<Long> numbers) {
        Map<Long, Submission> found = new HashMap<>();
        sql.selectAmong(ALL + " AND n IN (??)", numbers, row -> found.put(row.number(1), read(row)));
        return found;
    }

    /** The one whose message has this number in the queue. */
    static Optional<Submission> ofPosting(Sql sql, long posting) {
        return sql.select(ALL + " AND posting = ?", SubmissionRows::read, posting).stream()
                .findFirst();
    }

    /** The newest one of each of some messages, by message; nothing of those that were not sent. */
    static Map<Long, Long> newest(Sql sql, Collection<Long> emails) {
        Map<Long, Long> newest = new HashMap<>();
        sql.selectAmong(
                "SELECT email, max(n) FROM submission WHERE account = :account AND email IN (??) GROUP BY email",
                emails,
                row -> newest.put(row.number(1), row.number(2)));
        return newest;
    }

    static Map<Long, Fares> fares(Sql sql, Collection<Long> numbers) {
        Map<Long, Fares> fares = new HashMap<>();
        numbers.forEach(n -> fares.put(n, Fares.none()));
        sql.selectAmong(
                "SELECT n, address, fate, reply FROM submission_recipient WHERE account = :account AND n IN (??)"
                        + " ORDER BY n, i",
                numbers,
                row -> requireNonNull(fares.get(row.number(1)))
                        .destinies()
                        .add(new Destiny(
                                requireNonNull(row.text(2)),
                                Fate.valueOf(requireNonNull(row.text(3)).toUpperCase(Locale.ROOT)),
                                requireNonNull(row.text(4)))));
        sql.selectAmong(
                "SELECT n, blob FROM submission_report WHERE account = :account AND n IN (??) ORDER BY n, i",
                numbers,
                row -> requireNonNull(fares.get(row.number(1)))
                        .reports()
                        .add(BlobId.of(requireNonNull(row.bytes(2))).toString()));
        ReceiptRows.read(sql, fares);
        return fares;
    }

    static void insert(SqlWriter sql, Submission submission, List<Destiny> destinies) {
        sql.change(
                "INSERT INTO submission (account, n, identity, email, thread, send_at, undo, posting, envelope)"
                        + " VALUES (:account, ?, ?, ?, ?, ?, ?, ?, ?)",
                submission.n(),
                submission.identity(),
                submission.email(),
                submission.thread(),
                submission.sendAt().toEpochMilli(),
                submission.undo().word(),
                submission.posting(),
                submission.envelope());
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (Destiny one : destinies) {
            rows.add(List.of(
                    submission.n(), rows.size(), one.address(), one.fate().word(), one.reply()));
        }
        sql.insert(
                "INSERT INTO submission_recipient (account, n, i, address, fate, reply) VALUES (:account, ?, ?, ?, ?, ?)",
                rows);
    }

    static void fares(SqlWriter sql, long n, Destiny destiny) {
        sql.change(
                "UPDATE submission_recipient SET fate = ?, reply = ? WHERE account = :account AND n = ? AND address = ?",
                destiny.fate().word(),
                destiny.reply(),
                n,
                destiny.address());
    }

    static void undo(SqlWriter sql, long n, Undo undo) {
        sql.change("UPDATE submission SET undo = ? WHERE account = :account AND n = ?", undo.word(), n);
    }

    static void report(SqlWriter sql, long n, BlobId blob) {
        sql.change(
                "INSERT INTO submission_report (account, n, i, blob) SELECT :account, ?, count(*), ?"
                        + " FROM submission_report WHERE account = :account AND n = ?",
                n,
                blob.sha256(),
                n);
    }

    static void delete(SqlWriter sql, long n) {
        ReceiptRows.delete(sql, n);
        sql.change("DELETE FROM submission_report WHERE account = :account AND n = ?", n);
        sql.change("DELETE FROM submission_recipient WHERE account = :account AND n = ?", n);
        sql.change("DELETE FROM submission WHERE account = :account AND n = ?", n);
    }

    private static Submission read(Row row) {
        return new Submission(
                row.number(1),
                row.number(2),
                row.number(3),
                row.number(4),
                Instant.ofEpochMilli(row.number(5)),
                Undo.of(requireNonNull(row.text(6))),
                row.number(7),
                requireNonNull(row.text(8)));
    }
}
