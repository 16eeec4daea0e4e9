package svc.blobs.account;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobId;
import svc.api.blob.BlobUsageListener;
import svc.api.blob.OverQuotaException;
import svc.api.identity.Directory;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.blobs.account.BlobRows.BlobSize;
import svc.blobs.account.BlobRows.BlobUsage;
import svc.blobs.account.BlobRows.Use;

/**
 * Enforces the quota of an account. The check runs in the transaction that writes the row, so concurrent writers cannot
 * exceed the limit. Thread-safe.
 */
@Component(service = QuotaEnforcement.class)
public final class QuotaEnforcement {

    /** The minimum time for which an upload is kept before newer uploads replace it (RFC 8620 §6). */
    static final Duration SAFE = Duration.ofHours(1);

    private static final int MOST = 1_000;

    private final Directory directory;
    private final Clock clock;
    private final BlobLimits limits;

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<BlobUsageListener> listeners;

    @Activate
    public QuotaEnforcement(@Reference Directory directory, @Reference Clock clock, @Reference BlobLimits limits) {
        this(directory, clock, limits, List.of());
    }

    /** Creates an instance with the quota as the only limit. */
    public QuotaEnforcement(Directory directory, Clock clock) {
        this(directory, clock, BlobLimits.NONE, List.of());
    }

    /** Creates an instance with limits and usage listeners. */
    public QuotaEnforcement(Directory directory, Clock clock, BlobLimits limits, List<BlobUsageListener> listeners) {
        this.limits = limits;
        this.directory = directory;
        this.clock = clock;
        this.listeners = listeners;
    }

    /**
     * Checks that the account may hold an uploaded blob. If there is no room, the oldest unreferenced blobs are removed
     * (RFC 8620 §6).
     *
     * @return the blobs that were removed to make room: the account no longer holds them
     * @throws OverQuotaException the blob exceeds the quota
     */
    Set<BlobId> makeRoom(Transaction tx, BlobId id, long size) {
        long limit = directory.quota(tx).orElse(Long.MAX_VALUE);
        Use use = BlobRows.use(tx.sql());
        long beyondQuota = use.used() + use.pending() + size - limit;
        long beyondUnreferenced = use.pending() + size - limits.unreferenced();
        long missing = Math.max(beyondQuota, beyondUnreferenced);
        if (missing <= 0 || counts(tx, id)) {
            return Set.of();
        }
        Set<BlobId> old = new LinkedHashSet<>();
        if (use.used() + size <= limit) {
            for (BlobSize blob : BlobRows.pending(tx.sql(), clock.now().minus(SAFE), MOST)) {
                if (missing > 0 && !blob.id().equals(id)) {
                    old.add(blob.id());
                    missing -= blob.size();
                }
            }
        }
        if (missing > 0) {
            throw beyondQuota >= beyondUnreferenced
                    ? new OverQuotaException(limit, use.used(), use.pending(), size)
                    : OverQuotaException.unreferenced(limits.unreferenced(), use.pending(), size);
        }
        old.forEach(blob -> BlobRows.deletePending(tx.sql(), blob));
        return old;
    }

    /**
     * Counts bytes that a client of an account is about to write.
     *
     * @throws svc.api.blob.WriteLimit the bytes exceed a limit
     */
    void write(long by, long before, long size) {
        limits.write(by, before, size, clock.nanos());
    }

    private static boolean counts(Transaction tx, BlobId id) {
        return BlobRows.standings(tx.sql(), List.of(id)).stream().anyMatch(BlobUsage::counted);
    }

    /**
     * Checks that the quota permits a first reference to a blob.
     *
     * @throws OverQuotaException the blob exceeds the quota
     */
    void use(Transaction tx, long size) {
        OptionalLong limit = directory.quota(tx);
        if (limit.isPresent()) {
            Use use = BlobRows.use(tx.sql());
            if (use.used() + size > limit.getAsLong()) {
                throw new OverQuotaException(limit.getAsLong(), use.used(), 0, size);
            }
        }
    }

    /** Returns those of the blobs that would exceed the quota if references to the blobs were added in this order. */
    Map<BlobId, OverQuotaException> beyond(Snapshot snapshot, Collection<BlobId> ids) {
        OptionalLong limit = directory.quota(snapshot);
        if (limit.isEmpty()) {
            return Map.of();
        }
        Map<BlobId, BlobUsage> usages = new HashMap<>();
        BlobRows.standings(snapshot.sql(), ids).forEach(one -> usages.put(one.id(), one));
        long used = BlobRows.use(snapshot.sql()).used();
        Map<BlobId, OverQuotaException> beyond = new LinkedHashMap<>();
        for (BlobId id : new LinkedHashSet<>(ids)) {
            BlobUsage usage = usages.get(id);
            if (usage != null && !usage.referred()) {
                if (used + usage.size() > limit.getAsLong()) {
                    beyond.put(id, new OverQuotaException(limit.getAsLong(), used, 0, usage.size()));
                } else {
                    used += usage.size();
                }
            }
        }
        return beyond;
    }

    /** Notifies the listeners of a change of the used bytes. */
    void moved(Transaction tx) {
        List<BlobUsageListener> all = listeners;
        if (!all.isEmpty() && directory.quota(tx).isPresent()) {
            all.forEach(witness -> witness.usageChanged(tx));
        }
    }
}
