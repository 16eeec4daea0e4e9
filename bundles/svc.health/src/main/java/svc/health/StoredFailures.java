package svc.health;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import svc.api.store.Row;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;

/** The table of the failures. There are few, so that a change replaces all. */
record StoredFailures(Store store) {

    private static final String READ =
            "SELECT family, check_name, detail, remedy, began_at, ended_at, mailed FROM health_failure ORDER BY n";
    private static final String DELETE = "DELETE FROM health_failure";
    private static final String INSERT = "INSERT INTO health_failure"
            + " (n, family, check_name, detail, remedy, began_at, ended_at, mailed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
    private static final int ENDED_AT = 6;
    private static final int MAILED = 7;

    List<Failure> read() {
        return store.read(Scope.system(), snapshot -> snapshot.sql().select(READ, StoredFailures::failure));
    }

    private static Failure failure(Row row) {
        return new Failure(
                requireNonNull(row.getString(1)),
                requireNonNull(row.getString(2)),
                requireNonNull(row.getString(3)),
                requireNonNull(row.getString(4)),
                Instant.ofEpochMilli(row.getLong(5)),
                row.isNull(ENDED_AT) ? null : Instant.ofEpochMilli(row.getLong(ENDED_AT)),
                row.getLong(MAILED) == 1);
    }

    void replace(List<Failure> failures) {
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (Failure failure : failures) {
            Instant end = failure.end();
            rows.add(Arrays.asList(
                    (long) rows.size() + 1,
                    failure.family(),
                    failure.check(),
                    failure.detail(),
                    failure.remedy(),
                    failure.begin().toEpochMilli(),
                    end == null ? null : end.toEpochMilli(),
                    failure.isMailed() ? 1 : 0));
        }
        store.write(Scope.system(), TransactionCallback.named("svc.health: store the failures", tx -> {
            tx.sql().update(DELETE);
            return rows.isEmpty() ? 0 : tx.sql().insert(INSERT, rows);
        }));
    }
}
