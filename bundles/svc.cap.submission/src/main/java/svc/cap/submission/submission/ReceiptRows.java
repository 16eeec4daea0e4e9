package svc.cap.submission;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import svc.api.blob.BlobId;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.cap.submission.Submission.Fares;

/** The table {@code submission_receipt}: what recipients told of what was sent. */
final class ReceiptRows {

    private static final int MOST_SUBMISSIONS = 10;

    private ReceiptRows() {}

    /** The newest submissions of messages, the newest first; not all of a message that was sent again and again. */
    static List<Long> submissions(Sql sql, Collection<Long> emails) {
        return sql
                .selectAmong(
                        "SELECT n FROM submission WHERE account = :account AND email IN (??) ORDER BY n DESC LIMIT "
                                + MOST_SUBMISSIONS,
                        emails,
                        row -> row.number(1))
                .stream()
                .sorted((one, other) -> Long.compare(other, one))
                .limit(MOST_SUBMISSIONS)
                .toList();
    }

    /** Adds what is known of the submissions that are asked for. */
    static void read(Sql sql, Map<Long, Fares> fares) {
        sql.selectAmong(
                "SELECT n, blob, shown FROM submission_receipt WHERE account = :account AND n IN (??) ORDER BY n, i",
                fares.keySet(),
                row -> {
                    Fares one = requireNonNull(fares.get(row.number(1)));
                    one.shown().add(requireNonNull(row.text(3)));
                    return one.receipts()
                            .add(BlobId.of(requireNonNull(row.bytes(2))).toString());
                });
    }

    /**
     * Adds one.
     *
     * @param shown the recipient to whom the message was displayed; empty where that is not told
     */
    static void insert(SqlWriter sql, long n, int i, BlobId blob, String shown) {
        sql.change(
                "INSERT INTO submission_receipt (account, n, i, blob, shown) VALUES (:account, ?, ?, ?, ?)",
                n,
                i,
                blob.sha256(),
                shown);
    }

    static void delete(SqlWriter sql, long n) {
        sql.change("DELETE FROM submission_receipt WHERE account = :account AND n = ?", n);
    }
}
