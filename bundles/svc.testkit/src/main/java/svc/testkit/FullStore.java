package svc.testkit;

import java.util.Set;
import svc.api.store.MultiScopeCallback;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.store.TransactionCallback;

/** A store that rejects writes while a test says that the disk is full. Reads work. Thread-safe. */
public final class FullStore extends ForwardingStore {

    private volatile boolean isFull;

    /** Creates a store with free space. */
    public FullStore(Store store) {
        super(store);
    }

    /** Fills the disk, or frees it again. */
    public void setFull(boolean full) {
        isFull = full;
    }

    private void requireSpace() {
        if (isFull) {
            throw new StoreException(StoreException.Kind.FULL, "no space", null);
        }
    }

    @Override
    public <R> R write(Scope scope, TransactionCallback<R> work) {
        requireSpace();
        return super.write(scope, work);
    }

    @Override
    public <R> R write(Set<Scope> scopes, MultiScopeCallback<R> work) {
        requireSpace();
        return super.write(scopes, work);
    }
}
