package svc.cap.submission.submission;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import svc.api.blob.BlobId;
import svc.api.store.Sql;
import svc.api.store.SqlWriter;
import svc.cap.submission.submission.Submission.RecipientStatus;

/** Rows of the table {@code submission_receipt}: the MDNs received for submissions. */
final class ReceiptRows {

    private static final int MOST_SUBMISSIONS = 10;

    private ReceiptRows() {}

    /** Returns the newest submissions of these emails, newest first, at most {@link #MOST_SUBMISSIONS}. */
    static List<Long> submissions(Sql sql, Collection<Long> emails) {
        return sql
                .selectIn(
                        "SELECT n FROM submission WHERE account = :account AND email IN (??) ORDER BY n DESC LIMIT "
                                + MOST_SUBMISSIONS,
                        emails,
                        row -> row.getLong(1))
                .stream()
                .sorted((one, other) -> Long.compare(other, one))
                .limit(MOST_SUBMISSIONS)
                .toList();
    }

    /**
     * Reads the MDNs of the submissions whose numbers are the keys of the map, and adds them to the value of each key.
     */
    static void read(Sql sql, Map<Long, RecipientStatus> status) {
        sql.selectIn(
                "SELECT n, blob, shown FROM submission_receipt WHERE account = :account AND n IN (??) ORDER BY n, i",
                status.keySet(),
                row -> {
                    RecipientStatus one = requireNonNull(status.get(row.getLong(1)));
                    one.shown().add(requireNonNull(row.getString(3)));
                    return one.receipts()
                            .add(BlobId.of(requireNonNull(row.getBytes(2))).toString());
                });
    }

    /**
     * Inserts one MDN.
     *
     * @param shown the recipient to whom the message was displayed; empty if the MDN does not report a display
     */
    static void insert(SqlWriter sql, long n, int i, BlobId blob, String shown) {
        sql.update(
                "INSERT INTO submission_receipt (account, n, i, blob, shown) VALUES (:account, ?, ?, ?, ?)",
                n,
                i,
                blob.sha256(),
                shown);
    }

    static void delete(SqlWriter sql, long n) {
        sql.update("DELETE FROM submission_receipt WHERE account = :account AND n = ?", n);
    }
}
