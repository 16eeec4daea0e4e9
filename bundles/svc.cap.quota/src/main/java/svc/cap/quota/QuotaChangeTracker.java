package svc.cap.quota;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobUsageListener;
import svc.api.identity.Directory;
import svc.api.store.Facets;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;

/**
 * Records changes of quotas in the change log. Before each call of a Quota method, {@link #ensure} compares the limit
 * of the account with the stored quota. Changes of the usage are logged in the transaction that causes them. An account
 * whose clients never called a Quota method has no stored quota, so that no change of its usage is logged.
 */
@Component(service = {QuotaChangeTracker.class, BlobUsageListener.class})
public final class QuotaChangeTracker implements BlobUsageListener {

    private final Store store;
    private final Directory directory;
    private final CountedTypes types;
    private volatile Last last = new Last(new WeakReference<>(null), 0);

    @Activate
    public QuotaChangeTracker(@Reference Store store, @Reference Directory directory, @Reference CountedTypes types) {
        this.store = store;
        this.directory = directory;
        this.types = types;
    }

    /**
     * The transaction that changed the usage last, and the number of the quota of its account; 0 if there is none. The
     * number is cached because the usage can change often within one transaction.
     */
    private record Last(WeakReference<Transaction> tx, long n) {}

    /** Creates, updates or destroys the quota of an account to match its current limit. */
    void ensure(Scope scope) {
        if (!store.read(scope, snapshot -> recordedQuota(snapshot).equals(currentQuota(snapshot)))) {
            store.write(scope, TransactionCallback.named("svc.cap.quota: record a changed limit", tx -> {
                recordChange(tx);
                return true;
            }));
        }
    }

    private static Optional<Quota> recordedQuota(Snapshot snapshot) {
        return Quota.of(snapshot).map(Quota.Stored::quota);
    }

    private Optional<Quota> currentQuota(Snapshot snapshot) {
        OptionalLong limit = directory.quota(snapshot);
        return limit.isPresent() ? Optional.of(new Quota(limit.getAsLong(), types.names())) : Optional.empty();
    }

    private void recordChange(Transaction tx) {
        Optional<Quota.Stored> told = Quota.of(tx);
        Optional<Quota> due = currentQuota(tx);
        if (told.isPresent() && due.isEmpty()) {
            tx.logDestroyed(Quota.TYPE, told.get().n());
            tx.remove(Quota.TYPE, List.of(told.get().n()));
        } else if (told.isPresent() && !told.get().quota().equals(due.get())) {
            tx.logUpdated(Quota.TYPE, told.get().n(), Quota.CORE);
            tx.put(Quota.TYPE, told.get().n(), due.get().body());
        } else if (told.isEmpty() && due.isPresent()) {
            tx.put(Quota.TYPE, tx.logCreated(Quota.TYPE, Facets.ALL), due.get().body());
        }
    }

    @Override
    public void usageChanged(Transaction tx) {
        Last known = last;
        if (known.tx().get() != tx) {
            known = new Last(
                    new WeakReference<>(tx), Quota.of(tx).map(Quota.Stored::n).orElse(0L));
            last = known;
        }
        if (known.n() > 0) {
            tx.logUpdated(Quota.TYPE, known.n(), Quota.USED);
        }
    }
}
