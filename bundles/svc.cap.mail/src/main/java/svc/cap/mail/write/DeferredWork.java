package svc.cap.mail.write;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import svc.api.store.BackgroundTask;
import svc.api.store.BackgroundTaskHandle;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;

/**
 * Runs work in background transactions, one portion at a time. The tables of an account record the work that is left.
 * After a restart or a failure, the work continues at the next access to the account. Thread-safe.
 */
public final class DeferredWork {

    /** Size at which the set of checked accounts is cleared. */
    private static final int MOST_KNOWN = 100_000;

    private final Store store;
    private final Work work;
    private final Set<Scope> created = ConcurrentHashMap.newKeySet();
    private final Map<Scope, BackgroundTaskHandle> running = new ConcurrentHashMap<>();

    public DeferredWork(Store store, Work work) {
        this.store = store;
        this.work = work;
    }

    /** The work of one kind. Implementations read the remaining work from the tables. */
    public interface Work {

        /** Returns the name of the transactions, as the store reports it. */
        String name();

        /** Returns whether work is left. */
        boolean isPending(Snapshot snapshot);

        /** Does a portion of the work. Returns whether work is left. */
        boolean runPortion(Transaction tx);
    }

    /** Schedules the work that is left in an account. Checks each account once. Call it outside a store callback. */
    public void ensure(Scope scope) {
        if (created.contains(scope)) {
            return;
        }
        if (created.size() >= MOST_KNOWN) {
            created.clear();
        }
        // The scope is added before the read, so that a concurrent call of begin removes it again.
        created.add(scope);
        if (store.read(scope, work::isPending)) {
            begin(scope);
        } else {
            running.remove(scope);
        }
    }

    /** Schedules the work of an account after further work was recorded. */
    public void begin(Scope scope) {
        created.remove(scope);
        running.compute(
                scope, (same, job) -> job != null && !job.isDone() ? job : store.schedule(scope, new Portions()));
    }

    /** Runs portions until no work is left or {@code pace} ends the transaction. */
    private final class Portions implements BackgroundTask {
        @Override
        public String name() {
            return work.name();
        }

        @Override
        public boolean run(Transaction tx, Pace pace) {
            boolean more;
            do {
                more = work.runPortion(tx);
            } while (more && pace.mayContinue());
            return more;
        }
    }
}
