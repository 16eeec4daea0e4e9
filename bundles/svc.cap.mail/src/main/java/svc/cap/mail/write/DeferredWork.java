package svc.cap.mail;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import svc.api.store.Job;
import svc.api.store.Scope;
import svc.api.store.Slice;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;

/**
 * Work that is written down in the tables of an account and done when nobody waits, some of it at a time. After a restart, or when it
 * came to a bad end, it goes on where it was as soon as somebody looks at the account. Any thread.
 */
final class Backlog {

    /** Of more accounts nobody remembers that nothing is left to be done. */
    private static final int MOST_KNOWN = 100_000;

    private final Store store;
    private final Work work;
    private final Set<Scope> known = ConcurrentHashMap.newKeySet();
    private final Map<Scope, Job> running = new ConcurrentHashMap<>();

    Backlog(Store store, Work work) {
        this.store = store;
        this.work = work;
    }

    /** What is to be done. */
    interface Work {

        /** What it is called where somebody looks at what the store does. */
        String name();

        /** Whether something is left to be done. */
        boolean left(Snapshot snapshot);

        /** Does some of it; whether there is more. */
        boolean some(Transaction tx);
    }

    /** Sees to it that what is left is being done; outside any work of the store. */
    void ensure(Scope scope) {
        if (known.contains(scope)) {
            return;
        }
        if (known.size() >= MOST_KNOWN) {
            known.clear();
        }
        // Before the look, so that whoever writes down more to be done meanwhile has the last word.
        known.add(scope);
        if (store.read(scope, work::left)) {
            begin(scope);
        } else {
            running.remove(scope);
        }
    }

    /** More was written down. */
    void begin(Scope scope) {
        known.remove(scope);
        running.compute(scope, (same, job) -> job != null && !job.ended() ? job : store.job(scope, new Portions()));
    }

    /** Does what there is until nobody has time. */
    private final class Portions implements Slice {
        @Override
        public String name() {
            return work.name();
        }

        @Override
        public boolean run(Transaction tx, Pace pace) {
            boolean more;
            do {
                more = work.some(tx);
            } while (more && pace.permits());
            return more;
        }
    }
}
