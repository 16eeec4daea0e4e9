package svc.cap.mail;

import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import svc.api.store.BackgroundTask;
import svc.api.store.BackgroundTaskHandle;
import svc.api.store.MultiScopeCallback;
import svc.api.store.Scope;
import svc.api.store.SnapshotCallback;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.store.TransactionCallback;

/**
 * A store that fails transactions and background tasks of one name, as if the server were stopping. Delegates all other
 * calls.
 *
 * @param name the name of the transactions and tasks
 * @param stopped whether they fail now
 */
public record StoppedStore(Store store, String name, AtomicBoolean stopped) implements Store {

    public StoppedStore(Store store, String name) {
        this(store, name, new AtomicBoolean(true));
    }

    private void demand(String asked) {
        if (stopped.get() && asked.equals(name)) {
            throw new StoreException(StoreException.Kind.STOPPED, "The server is stopping.", null);
        }
    }

    @Override
    public <R> R read(Scope scope, SnapshotCallback<R> callback) {
        return store.read(scope, callback);
    }

    @Override
    public <R> R write(Scope scope, TransactionCallback<R> callback) {
        demand(callback.name());
        return store.write(scope, callback);
    }

    @Override
    public <R> R write(Set<Scope> scopes, MultiScopeCallback<R> callback) {
        return store.write(scopes, callback);
    }

    @Override
    public BackgroundTaskHandle schedule(Scope scope, BackgroundTask slice) {
        return store.schedule(scope, (tx, pace) -> {
            demand(slice.name());
            return slice.run(tx, pace);
        });
    }
}
