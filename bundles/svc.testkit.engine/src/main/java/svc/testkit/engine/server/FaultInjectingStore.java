package svc.testkit.engine.server;

import java.io.Serial;
import java.util.Set;
import java.util.function.Supplier;
import svc.api.store.MultiScopeCallback;
import svc.api.store.Scope;
import svc.api.store.SnapshotCallback;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;
import svc.testkit.ForwardingStore;

/** A store that fails on request: at the end of a callback, before the commit. */
public final class FaultInjectingStore extends ForwardingStore {

    private int remaining = Integer.MAX_VALUE;
    private boolean failing;

    public FaultInjectingStore(Store store) {
        super(store);
        ProvokedErrors.leaveOut(Breakdown.class);
    }

    /** The provoked failure. It has no stack trace and is not logged. */
    private static final class Breakdown extends RuntimeException {

        @Serial
        private static final long serialVersionUID = 1L;

        Breakdown() {
            super("The store breaks down, because the test wants it to.", null, false, false);
        }
    }

    /** Makes the store fail after this number of successful callbacks. */
    public synchronized void breakAfter(int runs) {
        remaining = runs;
        failing = false;
    }

    /** Returns whether the store failed since {@link #breakAfter}. */
    public synchronized boolean hasFailed() {
        return failing;
    }

    /** Stops failing; returns whether the store failed since {@link #breakAfter}. */
    public synchronized boolean mend() {
        remaining = Integer.MAX_VALUE;
        return failing;
    }

    private <R> R counted(Supplier<R> work) {
        R result = work.get();
        count();
        return result;
    }

    private synchronized void count() {
        if (remaining-- == 0) {
            failing = true;
            throw new Breakdown();
        }
    }

    @Override
    public <R> R read(Scope scope, SnapshotCallback<R> callback) {
        return super.read(scope, snapshot -> counted(() -> callback.run(snapshot)));
    }

    @Override
    public <R> R write(Scope scope, TransactionCallback<R> callback) {
        return super.write(scope, TransactionCallback.named(callback.name(), tx -> counted(() -> callback.run(tx))));
    }

    @Override
    public <R> R write(Set<Scope> scopes, MultiScopeCallback<R> callback) {
        return super.write(scopes, transaction -> counted(() -> callback.run(transaction)));
    }
}
