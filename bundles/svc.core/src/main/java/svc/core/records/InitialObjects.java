package svc.core.records;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import svc.api.identity.Account;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;

/** Creates the objects that an account begins with. Thread-safe. */
final class InitialObjects<T extends Record> {

    /** The size at which the set of checked accounts is cleared. */
    private static final int MOST_KNOWN = 100_000;

    private final RecordModel<T> model;
    private final Store store;
    private final RecordBlobs blobs;
    private final Set<Long> known = ConcurrentHashMap.newKeySet();

    InitialObjects(RecordModel<T> model, Store store, RecordBlobs blobs) {
        this.model = model;
        this.store = store;
        this.blobs = blobs;
    }

    /** Creates the objects if the account never had objects of the type. Must be called outside the store. */
    void ensure(Scope scope, Account account) {
        if (known.contains(scope.n())) {
            return;
        }
        List<T> first = model.type().initialObjects(account);
        if (!first.isEmpty()
                && store.read(scope, snapshot -> snapshot.state(model.name()).sequence() == 0)) {
            store.write(scope, TransactionCallback.named("create the first objects of " + model.name(), tx -> {
                create(tx, first);
                return true;
            }));
        }
        if (known.size() >= MOST_KNOWN) {
            known.clear();
        }
        known.add(scope.n());
    }

    private void create(Transaction tx, List<T> first) {
        if (tx.state(model.name()).sequence() == 0) {
            RecordWrites<T> writes = new RecordWrites<>(model, tx, blobs);
            first.forEach(object -> writes.create(RecordVersion.of(model.codec(), object)));
            writes.flush();
        }
    }
}
