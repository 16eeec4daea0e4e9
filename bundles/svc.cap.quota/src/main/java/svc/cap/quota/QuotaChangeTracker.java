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

    private static Optional<QuotaLimit> recordedQuota(Snapshot snapshot) {
        return QuotaLimit.of(snapshot).map(QuotaLimit.Stored::limit);
    }

    private Optional<QuotaLimit> currentQuota(Snapshot snapshot) {
        OptionalLong limit = directory.quota(snapshot);
        return limit.isPresent() ? Optional.of(new QuotaLimit(limit.getAsLong(), types.names())) : Optional.empty();
    }

    private void recordChange(Transaction tx) {
        Optional<QuotaLimit.Stored> told = QuotaLimit.of(tx);
        Optional<QuotaLimit> due = currentQuota(tx);
        if (told.isPresent() && due.isEmpty()) {
            tx.logDestroyed(QuotaLimit.TYPE, told.get().n());
            tx.remove(QuotaLimit.TYPE, List.of(told.get().n()));
        } else if (told.isPresent() && !told.get().limit().equals(due.get())) {
            tx.logUpdated(QuotaLimit.TYPE, told.get().n(), QuotaLimit.CORE);
            tx.put(QuotaLimit.TYPE, told.get().n(), due.get().body());
        } else if (told.isEmpty() && due.isPresent()) {
            tx.put(
                    QuotaLimit.TYPE,
                    tx.logCreated(QuotaLimit.TYPE, Facets.ALL),
                    due.get().body());
        }
    }

    @Override
    public void usageChanged(Transaction tx) {
        Last known = last;
        if (known.tx().get() != tx) {
            known = new Last(
                    new WeakReference<>(tx),
                    QuotaLimit.of(tx).map(QuotaLimit.Stored::n).orElse(0L));
            last = known;
        }
        if (known.n() > 0) {
            tx.logUpdated(QuotaLimit.TYPE, known.n(), QuotaLimit.USED);
        }
    }
}
