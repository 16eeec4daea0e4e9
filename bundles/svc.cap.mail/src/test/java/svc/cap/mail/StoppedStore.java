package svc.cap.mail;

import java.util.concurrent.atomic.AtomicBoolean;
import svc.api.store.BackgroundTask;
import svc.api.store.BackgroundTaskHandle;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.store.TransactionCallback;
import svc.testkit.ForwardingStore;

/** A store that fails transactions and background tasks of one name, as if the server were stopping. */
public final class StoppedStore extends ForwardingStore {

    private final String name;
    private final AtomicBoolean stopped = new AtomicBoolean(true);

    public StoppedStore(Store store, String name) {
        super(store);
        this.name = name;
    }

    /** Returns whether they fail now. */
    public AtomicBoolean stopped() {
        return stopped;
    }

    private void demand(String asked) {
        if (stopped.get() && asked.equals(name)) {
            throw new StoreException(StoreException.Kind.STOPPED, "The server is stopping.", null);
        }
    }

    @Override
    public <R> R write(Scope scope, TransactionCallback<R> callback) {
        demand(callback.name());
        return super.write(scope, callback);
    }

    @Override
    public BackgroundTaskHandle schedule(Scope scope, BackgroundTask slice) {
        return super.schedule(scope, (tx, pace) -> {
            demand(slice.name());
            return slice.run(tx, pace);
        });
    }
}
