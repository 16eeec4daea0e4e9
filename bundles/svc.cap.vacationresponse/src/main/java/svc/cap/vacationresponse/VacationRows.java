package svc.cap.vacationresponse;

import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.jmap.type.RecordStorage;
import svc.api.store.Row;
import svc.api.store.Snapshot;
import svc.api.store.Sql;
import svc.api.store.Transaction;

/** The table {@code vacation}: one row for an account whose vacation response was set. */
final class VacationRows implements RecordStorage<VacationResponse> {

    static Optional<VacationResponse> find(Sql sql) {
        return sql.first(
                "SELECT enabled, from_date, to_date, subject, text, html FROM vacation WHERE account = :account",
                row -> new VacationResponse(
                        row.getLong(1) != 0,
                        time(row, 2),
                        time(row, 3),
                        row.getString(4),
                        row.getString(5),
                        row.getString(6)));
    }

    private static @Nullable Instant time(Row row, int column) {
        return row.isNull(column) ? null : Instant.ofEpochMilli(row.getLong(column));
    }

    @Override
    public List<Long> numbers(Snapshot snapshot, long after, int max) {
        return List.of(); // not called for a singleton
    }

    @Override
    public Map<Long, VacationResponse> read(Snapshot snapshot, Collection<Long> numbers) {
        Map<Long, VacationResponse> found = new HashMap<>();
        find(snapshot.sql()).ifPresent(response -> numbers.forEach(n -> found.put(n, response)));
        return found;
    }

    @Override
    public void update(Transaction tx, long n, VacationResponse object) {
        tx.sql()
                .update(
                        "INSERT INTO vacation (account, enabled, from_date, to_date, subject, text, html)"
                                + " VALUES (:account, ?, ?, ?, ?, ?, ?) ON CONFLICT (account) DO UPDATE SET"
                                + " enabled = excluded.enabled, from_date = excluded.from_date,"
                                + " to_date = excluded.to_date, subject = excluded.subject, text = excluded.text,"
                                + " html = excluded.html",
                        object.isEnabled() ? 1 : 0,
                        millis(object.fromDate()),
                        millis(object.toDate()),
                        object.subject(),
                        object.textBody(),
                        object.htmlBody());
    }

    private static @Nullable Long millis(@Nullable Instant time) {
        return time == null ? null : time.toEpochMilli();
    }
}
