package svc.testkit;

import java.util.Set;
import svc.api.store.BackgroundTask;
import svc.api.store.BackgroundTaskHandle;
import svc.api.store.MultiScopeCallback;
import svc.api.store.Scope;
import svc.api.store.SnapshotCallback;
import svc.api.store.Store;
import svc.api.store.TransactionCallback;

/** A store that delegates all calls. A test overrides those that it observes or lets fail. */
public abstract class ForwardingStore implements Store {

    private final Store store;

    protected ForwardingStore(Store store) {
        this.store = store;
    }

    /** Returns the store that receives the calls. */
    public final Store store() {
        return store;
    }

    @Override
    public <R> R read(Scope scope, SnapshotCallback<R> work) {
        return store.read(scope, work);
    }

    @Override
    public <R> R write(Scope scope, TransactionCallback<R> work) {
        return store.write(scope, work);
    }

    @Override
    public <R> R write(Set<Scope> scopes, MultiScopeCallback<R> work) {
        return store.write(scopes, work);
    }

    @Override
    public BackgroundTaskHandle schedule(Scope scope, BackgroundTask task) {
        return store.schedule(scope, task);
    }
}
