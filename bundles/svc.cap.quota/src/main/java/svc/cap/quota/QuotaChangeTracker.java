package svc.cap.quota;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.UseWitness;
import svc.api.identity.Directory;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.Writing;

/**
 * Keeps the log of changes of quotas: what an account may keep is compared with what clients were told whenever one of them looks,
 * and what it uses is told in the transaction that changes it. Who never looked at quotas has none, and costs nothing.
 */
@Component(service = {QuotaBook.class, UseWitness.class})
public final class QuotaBook implements UseWitness {

    private final Store store;
    private final Directory directory;
    private final CountedTypes types;
    private volatile Last last = new Last(new WeakReference<>(null), 0);

    /** As the directory says. */
    @Activate
    public QuotaBook(@Reference Store store, @Reference Directory directory, @Reference CountedTypes types) {
        this.store = store;
        this.directory = directory;
        this.types = types;
    }

    /** The quota that a transaction found: much may move in one, and there is one quota. */
    private record Last(WeakReference<Transaction> tx, long n) {}

    /** Sees to it that the account has the quota that it should have. */
    void ensure(Scope scope) {
        if (!store.read(scope, snapshot -> told(snapshot).equals(due(snapshot)))) {
            store.write(scope, Writing.named("svc.cap.quota: tell of another limit", tx -> {
                tell(tx);
                return true;
            }));
        }
    }

    private static Optional<Quota> told(Snapshot snapshot) {
        return Quota.of(snapshot).map(Quota.Known::quota);
    }

    private Optional<Quota> due(Snapshot snapshot) {
        OptionalLong limit = directory.quota(snapshot);
        return limit.isPresent() ? Optional.of(new Quota(limit.getAsLong(), types.names())) : Optional.empty();
    }

    private void tell(Transaction tx) {
        Optional<Quota.Known> told = Quota.of(tx);
        Optional<Quota> due = due(tx);
        if (told.isPresent() && due.isEmpty()) {
            tx.destroyed(Quota.TYPE, told.get().n());
            tx.remove(Quota.TYPE, List.of(told.get().n()));
        } else if (told.isPresent() && !told.get().quota().equals(due.get())) {
            tx.updated(Quota.TYPE, told.get().n(), Quota.CORE);
            tx.put(Quota.TYPE, told.get().n(), due.get().body());
        } else if (told.isEmpty() && due.isPresent()) {
            tx.put(Quota.TYPE, tx.created(Quota.TYPE, Facets.ALL), due.get().body());
        }
    }

    @Override
    public void moved(Transaction tx) {
        Last known = last;
        if (known.tx().get() != tx) {
            known = new Last(
                    new WeakReference<>(tx), Quota.of(tx).map(Quota.Known::n).orElse(0L));
            last = known;
        }
        if (known.n() > 0) {
            tx.updated(Quota.TYPE, known.n(), Quota.USED);
        }
    }
}
