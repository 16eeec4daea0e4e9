package svc.backup.outcome;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.Row;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.backup.format.DrillRecord;
import svc.backup.format.Repository;

/** The newest rehearsal of a restore, which the doctor can see while the repository is out of reach. Thread-safe. */
@Component(service = Drills.class)
public final class Drills {

    private static final String SAVE = "INSERT INTO restore_drill (n, run, ended_at, problem, recorded)"
            + " VALUES (1, ?, ?, ?, 0) ON CONFLICT (n) DO UPDATE SET run = excluded.run,"
            + " ended_at = excluded.ended_at, problem = excluded.problem, recorded = excluded.recorded";
    private static final String NEWEST = "SELECT run, ended_at, problem FROM restore_drill";
    private static final String PENDING = "SELECT run, ended_at, problem FROM restore_drill WHERE recorded = 0";
    private static final String RECORDED = "UPDATE restore_drill SET recorded = 1 WHERE ended_at = ?";

    private final Store store;

    @Activate
    public Drills(@Reference Store store) {
        this.store = store;
    }

    /** Stores the result of a drill. */
    public void save(DrillRecord drill) {
        store.write(
                Scope.system(),
                TransactionCallback.named(
                        "svc.backup: a restore was rehearsed",
                        tx -> tx.sql().update(SAVE, drill.run(), drill.time().toEpochMilli(), drill.problem())));
    }

    /** Returns the newest drill; empty if there was none. */
    public Optional<DrillRecord> newest() {
        return read(NEWEST);
    }

    /** Returns the newest drill if the repository has no record of it. */
    public Optional<DrillRecord> pending() {
        return read(PENDING);
    }

    private Optional<DrillRecord> read(String query) {
        return store.read(Scope.system(), snapshot -> snapshot.sql().first(query, Drills::drill));
    }

    private static DrillRecord drill(Row row) {
        return new DrillRecord(
                requireNonNull(row.getString(1)), Instant.ofEpochMilli(row.getLong(2)), row.getString(3));
    }

    /** Stores a missing record in the repository. Repeats what an interrupted call did. */
    public void record(Repository repository) throws IOException {
        Optional<DrillRecord> drill = pending();
        if (drill.isPresent()) {
            drill.get().write(repository);
            long time = drill.get().time().toEpochMilli();
            store.write(
                    Scope.system(),
                    TransactionCallback.named(
                            "svc.backup: a drill is recorded", tx -> tx.sql().update(RECORDED, time)));
        }
    }
}
