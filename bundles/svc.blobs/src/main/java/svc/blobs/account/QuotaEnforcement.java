package svc.blobs;

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
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import svc.api.blob.BlobId;
import svc.api.blob.OverQuota;
import svc.api.blob.UseWitness;
import svc.api.identity.Directory;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.blobs.BlobRows.Sized;
import svc.blobs.BlobRows.Standing;
import svc.blobs.BlobRows.Use;

/**
 * What accounts may keep. It is decided in the transaction that keeps it, so that two never take the same room; the counts
 * themselves move by the triggers of the tables. Any thread.
 */
@Component(service = Allowance.class)
public final class Allowance {

    /** How long what was brought is safe from what comes after it (RFC 8620 §6). */
    static final Duration SAFE = Duration.ofHours(1);

    private static final int MOST = 1_000;

    private final Directory directory;
    private final Clock clock;

    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    private volatile List<UseWitness> witnesses;

    /** As the directory says. */
    @Activate
    public Allowance(@Reference Directory directory, @Reference Clock clock) {
        this(directory, clock, List.of());
    }

    /** With those who hear of what is used. */
    public Allowance(Directory directory, Clock clock, List<UseWitness> witnesses) {
        this.directory = directory;
        this.clock = clock;
        this.witnesses = witnesses;
    }

    /**
     * Sees to it that the account may keep a blob that somebody brought. What was brought long ago and nothing refers to gives way,
     * the oldest first (RFC 8620 §6).
     *
     * @return the blobs that the account does not hold any more
     * @throws OverQuota it may not
     */
    Set<BlobId> makeRoom(Transaction tx, BlobId id, long size) {
        OptionalLong limit = directory.quota(tx);
        if (limit.isEmpty() || counts(tx, id)) {
            return Set.of();
        }
        Use use = BlobRows.use(tx.sql());
        long missing = use.used() + use.pending() + size - limit.getAsLong();
        if (missing <= 0) {
            return Set.of();
        }
        Set<BlobId> old = new LinkedHashSet<>();
        if (use.used() + size <= limit.getAsLong()) {
            for (Sized blob : BlobRows.pending(tx.sql(), clock.now().minus(SAFE), MOST)) {
                if (missing > 0 && !blob.id().equals(id)) {
                    old.add(blob.id());
                    missing -= blob.size();
                }
            }
        }
        if (missing > 0) {
            throw new OverQuota(limit.getAsLong(), use.used(), use.pending(), size);
        }
        old.forEach(blob -> BlobRows.giveWay(tx.sql(), blob));
        return old;
    }

    private static boolean counts(Transaction tx, BlobId id) {
        return BlobRows.standings(tx.sql(), List.of(id)).stream().anyMatch(Standing::counted);
    }

    /**
     * Sees to it that something may begin to refer to a blob.
     *
     * @throws OverQuota it may not
     */
    void use(Transaction tx, long size) {
        OptionalLong limit = directory.quota(tx);
        if (limit.isPresent()) {
            Use use = BlobRows.use(tx.sql());
            if (use.used() + size > limit.getAsLong()) {
                throw new OverQuota(limit.getAsLong(), use.used(), 0, size);
            }
        }
    }

    /** Which of these something may not begin to refer to, in this order. */
    Map<BlobId, OverQuota> beyond(Snapshot snapshot, Collection<BlobId> ids) {
        OptionalLong limit = directory.quota(snapshot);
        if (limit.isEmpty()) {
            return Map.of();
        }
        Map<BlobId, Standing> standings = new HashMap<>();
        BlobRows.standings(snapshot.sql(), ids).forEach(one -> standings.put(one.id(), one));
        long used = BlobRows.use(snapshot.sql()).used();
        Map<BlobId, OverQuota> beyond = new LinkedHashMap<>();
        for (BlobId id : new LinkedHashSet<>(ids)) {
            Standing standing = standings.get(id);
            if (standing != null && !standing.referred()) {
                if (used + standing.size() > limit.getAsLong()) {
                    beyond.put(id, new OverQuota(limit.getAsLong(), used, 0, standing.size()));
                } else {
                    used += standing.size();
                }
            }
        }
        return beyond;
    }

    /** The account uses something else than before. */
    void moved(Transaction tx) {
        List<UseWitness> all = witnesses;
        if (!all.isEmpty() && directory.quota(tx).isPresent()) {
            all.forEach(witness -> witness.moved(tx));
        }
    }
}
