package svc.admin;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Writing;
import svc.api.time.Clock;

/**
 * Whether {@code /metrics} has ever had a token of its own. Once it has, the admin token never opens it again, whatever becomes
 * of the file, the configuration or the server (MET-03): so it stands in the database.
 */
@Component(service = MetricsLatch.class)
public final class MetricsLatch {

    private final Store store;
    private final Clock clock;
    private volatile boolean closed;

    /** Reads and writes here. */
    @Activate
    public MetricsLatch(@Reference Store store, @Reference Clock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Closes for good. */
    void close() {
        if (!closed()) {
            store.write(
                    Scope.system(),
                    Writing.named(
                            "svc.admin: a token of its own for /metrics",
                            tx -> tx.sql()
                                    .change(
                                            "INSERT OR IGNORE INTO metrics_token_in_force (n, since) VALUES (1, ?)",
                                            clock.now().toEpochMilli())));
            closed = true;
        }
    }

    /** Whether it has closed. */
    boolean closed() {
        if (!closed) {
            closed = !store.read(
                            Scope.system(),
                            snapshot ->
                                    snapshot.sql().select("SELECT n FROM metrics_token_in_force", row -> row.number(1)))
                    .isEmpty();
        }
        return closed;
    }
}
