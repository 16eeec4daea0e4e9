package svc.admin.metrics;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;

/**
 * Records that {@code /metrics} has had a separate token. From then on, the admin token never gives access to
 * {@code /metrics} again, even after changes of the file, the configuration or the process (MET-03). For this reason,
 * the record is in the database. Thread-safe.
 */
@Component(service = MetricsTokenMarker.class)
public final class MetricsTokenMarker {

    private final Store store;
    private final Clock clock;
    private volatile boolean closed;

    @Activate
    public MetricsTokenMarker(@Reference Store store, @Reference Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Records permanently that {@code /metrics} has a separate token. */
    void close() {
        if (!closed()) {
            store.write(
                    Scope.system(),
                    TransactionCallback.named(
                            "svc.admin: a token of its own for /metrics",
                            tx -> tx.sql()
                                    .update(
                                            "INSERT INTO metrics_token_in_force (n, since) VALUES (1, ?) ON CONFLICT DO NOTHING",
                                            clock.now().toEpochMilli())));
            closed = true;
        }
    }

    /** Returns whether {@code /metrics} has had a separate token. */
    boolean closed() {
        if (!closed) {
            closed = store.read(Scope.system(), MetricsTokenMarker::isRecorded);
        }
        return closed;
    }

    /** Returns whether a database contains the record. */
    static boolean isRecorded(Snapshot snapshot) {
        return snapshot.sql()
                .first("SELECT n FROM metrics_token_in_force", row -> row.getLong(1))
                .isPresent();
    }
}
