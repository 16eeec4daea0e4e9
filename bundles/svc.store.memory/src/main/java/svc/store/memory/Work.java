package svc.store.memory;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import svc.api.store.MultiScopeCallback.Joint;
import svc.api.store.Scope;
import svc.api.store.Transaction;

/** A running work: who may use its snapshots, and for how long. */
final class Work implements Joint, AutoCloseable {

    private final Thread owner = Thread.currentThread();
    private final Draft draft;
    private final Map<Scope, Transaction> parts = new HashMap<>();
    private final List<Runnable> later = new ArrayList<>();
    private boolean open = true;

    Work(Root root, Set<Scope> written) {
        draft = new Draft(root);
        for (Scope scope : written) {
            root.account(scope.n());
            parts.put(scope, new MemoryTransaction(scope, this));
        }
    }

    Draft draft() {
        return draft;
    }

    /** What is to be run when the work is kept. */
    List<Runnable> later() {
        return later;
    }

    void check() {
        if (!open || Thread.currentThread() != owner) {
            throw new IllegalStateException(
                    open
                            ? "A snapshot is only for the thread that runs the work"
                            : "The work of this snapshot is over");
        }
    }

    @Override
    public Transaction of(Scope scope) {
        check();
        Transaction part = parts.get(scope);
        if (part == null) {
            throw new IllegalArgumentException("This write was not asked for in this scope");
        }
        return part;
    }

    @Override
    public void close() {
        open = false;
    }
}
