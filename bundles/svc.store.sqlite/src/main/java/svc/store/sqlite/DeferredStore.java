package svc.store.sqlite;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import svc.api.store.Job;
import svc.api.store.JointWriting;
import svc.api.store.Reading;
import svc.api.store.Scope;
import svc.api.store.Slice;
import svc.api.store.Store;
import svc.api.store.StoreProblem;
import svc.api.store.Writing;

/**
 * The store of a process that runs one command without a server: there from the beginning, so that whatever stands on it can
 * be declared, and closed until the command turns out to need it.
 */
@Component(service = Store.class)
public final class DeferredStore implements Store {

    @Reference(cardinality = ReferenceCardinality.OPTIONAL, policy = ReferencePolicy.DYNAMIC)
    private volatile @Nullable SqliteStore opened;

    /** Opens nothing. */
    @Activate
    public DeferredStore(@Reference ClosedDatabase mark) {}

    @Override
    public <R> R read(Scope scope, Reading<R> work) {
        return open().read(scope, work);
    }

    @Override
    public <R> R write(Scope scope, Writing<R> work) {
        return open().write(scope, work);
    }

    @Override
    public <R> R write(Set<Scope> scopes, JointWriting<R> work) {
        return open().write(scopes, work);
    }

    @Override
    public Job job(Scope scope, Slice slice) {
        return open().job(scope, slice);
    }

    @Override
    public boolean forgetDeleted() {
        return open().forgetDeleted();
    }

    private Store open() {
        SqliteStore store = opened;
        if (store == null) {
            throw new StoreProblem(
                    StoreProblem.Kind.CLOSED,
                    "No server runs here, and no command that says it needs the store has opened it.",
                    null);
        }
        return store;
    }
}
