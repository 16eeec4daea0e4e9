package svc.store.sqlite;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.store.BackgroundTask;
import svc.api.store.BackgroundTaskHandle;
import svc.api.store.MultiScopeCallback;
import svc.api.store.Scope;
import svc.api.store.SnapshotCallback;
import svc.api.store.Store;
import svc.api.store.Store.HomeIdentity;
import svc.api.store.StoreException;
import svc.api.store.TransactionCallback;

/**
 * The store of a process that runs one command without a server. It is registered from the start, so that components
 * that depend on the store can register. Every call fails until a command has opened the database.
 */
@Component(service = Store.class)
public final class DeferredStore implements Store {

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable SqliteStore opened;

    @Activate
    public DeferredStore(@Reference Offline mark) {}

    /** Registered as a service only in a process that runs one command without a server. */
    public record Offline() {}

    @Override
    public <R> R read(Scope scope, SnapshotCallback<R> work) {
        return open().read(scope, work);
    }

    @Override
    public <R> R write(Scope scope, TransactionCallback<R> work) {
        return open().write(scope, work);
    }

    @Override
    public <R> R write(Set<Scope> scopes, MultiScopeCallback<R> work) {
        return open().write(scopes, work);
    }

    @Override
    public BackgroundTaskHandle schedule(Scope scope, BackgroundTask slice) {
        return open().schedule(scope, slice);
    }

    @Override
    public boolean overwriteDeleted() {
        return open().overwriteDeleted();
    }

    @Override
    public Optional<HomeIdentity> home() {
        return open().home();
    }

    private Store open() {
        SqliteStore store = opened;
        if (store == null) {
            throw new StoreException(
                    StoreException.Kind.CLOSED,
                    "The store is not open: no server is running, and the command does not declare that it needs the store.",
                    null);
        }
        return store;
    }
}
