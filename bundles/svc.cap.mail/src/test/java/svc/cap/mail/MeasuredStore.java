package svc.cap.mail;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import svc.api.store.BackgroundTask;
import svc.api.store.BackgroundTaskHandle;
import svc.api.store.Scope;
import svc.api.store.SnapshotCallback;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.testkit.ForwardingStore;

/** A store that measures the transactions of one account. */
public final class MeasuredStore extends ForwardingStore {

    /** The measurements by transaction name. */
    private final Map<String, Units> units = new ConcurrentHashMap<>();

    public MeasuredStore(Store store) {
        super(store);
    }

    /**
     * The transactions of one name.
     *
     * @param count the number of transactions
     * @param rows the maximum number of rows that one of them changed
     * @param cpuNanos the maximum processor time of one of them, without the commit
     */
    public record Units(int count, long rows, long cpuNanos) {

        Units and(Units more) {
            return new Units(count + more.count, Math.max(rows, more.rows), Math.max(cpuNanos, more.cpuNanos));
        }
    }

    /** Returns the measurements of a name since the last call. */
    public Units taken(String name) {
        Units taken = units.remove(name);
        return taken == null ? new Units(0, 0, 0) : taken;
    }

    private <R> R measured(String name, Transaction tx, SnapshotCallback<R> callback) {
        long before = changes(tx);
        long cpu = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
        R result = callback.run(tx);
        long took = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - cpu;
        Units one = new Units(1, changes(tx) - before, took);
        tx.afterCommit(() -> units.merge(name, one, Units::and));
        return result;
    }

    private static long changes(Transaction tx) {
        return tx.sql()
                .select("select total_changes() where :account is not null", row -> row.getLong(1))
                .get(0);
    }

    @Override
    public <R> R write(Scope scope, TransactionCallback<R> callback) {
        return super.write(
                scope,
                TransactionCallback.named(
                        callback.name(), tx -> measured(callback.name(), tx, snapshot -> callback.run(tx))));
    }

    @Override
    public BackgroundTaskHandle schedule(Scope scope, BackgroundTask slice) {
        return super.schedule(scope, new BackgroundTask() {
            @Override
            public boolean run(Transaction tx, Pace pace) {
                return measured(slice.name(), tx, snapshot -> slice.run(tx, pace));
            }

            @Override
            public String name() {
                return slice.name();
            }
        });
    }
}
