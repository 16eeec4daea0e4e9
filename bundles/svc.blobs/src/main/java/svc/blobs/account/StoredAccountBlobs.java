package svc.blobs.account;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.OverQuotaException;
import svc.api.engine.ScopeKey;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.lifecycle.Maintenance;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.time.Clock;

/** The blobs that accounts hold, stored as rows of the database. Thread-safe. */
@Component(service = {AccountBlobs.class, StoredAccountBlobs.class})
public final class StoredAccountBlobs implements AccountBlobs {

    private final Store store;
    private final BlobStore bytes;
    private final SharedTypes types;
    private final QuotaEnforcement allowance;
    private final AccountBlobWriter writer;
    private final BlobSharing sharing;
    private final Maintenance maintenance;

    @Activate
    public StoredAccountBlobs(
            @Reference Store store,
            @Reference BlobStore bytes,
            @Reference SharedTypes types,
            @Reference QuotaEnforcement allowance,
            @Reference BlobRemoval removal,
            @Reference Clock clock,
            @Reference Maintenance maintenance) {
        this.store = store;
        this.bytes = bytes;
        this.types = types;
        this.allowance = allowance;
        this.writer = new AccountBlobWriter(store, bytes, removal, allowance, clock);
        this.sharing = new BlobSharing(store, allowance, clock);
        this.maintenance = maintenance;
    }

    public static Scope scope(Account account) {
        return Scope.account(new ScopeKey(), account.n());
    }

    @Override
    public BlobWriter newBlob(Account account) throws IOException {
        return bytes.newBlob(account.organization());
    }

    @Override
    public void write(Account by, long before, long size) {
        allowance.write(by.n(), before, size);
    }

    @Override
    public BlobId keep(Account account, Account by, BlobWriter draft) throws IOException {
        return writer.keep(account, by, draft);
    }

    @Override
    public PreparedBlob prepare(Account account, Account by, BlobWriter draft) throws IOException {
        return writer.prepare(account, by, draft);
    }

    @Override
    public <R> R commit(Collection<? extends PreparedBlob> blobs, Supplier<R> write) throws IOException {
        return writer.commit(blobs, write);
    }

    @Override
    public Optional<StoredBlob> copy(Account from, Account to, Account by, BlobId id) throws IOException {
        if (!from.organization().equals(to.organization())) {
            Optional<StoredBlob> stored = find(from, id);
            return stored.isPresent() ? copied(stored.get(), to, by) : stored;
        }
        Optional<Set<BlobId>> gone = sharing.share(from, to, by.n(), id);
        gone.orElse(Set.of()).forEach(one -> remove(to, one));
        return gone.isPresent() ? stored(to, id) : Optional.empty();
    }

    private Optional<StoredBlob> copied(StoredBlob stored, Account to, Account by) throws IOException {
        try (BlobWriter draft = newBlob(to)) {
            stored.send(0, stored.size(), draft.out());
            draft.out().close();
            return stored(to, keep(to, by, draft));
        }
    }

    /**
     * Stores recovered bytes of a blob that the account holds. The quota does not apply, because the bytes are already
     * counted.
     */
    public void restore(Account account, BlobWriter draft) throws IOException {
        writer.restore(account, draft);
    }

    /**
     * Removes the bytes of a blob at once, without regard to their age, unless an account of the organization holds the
     * blob.
     */
    public void remove(Account account, BlobId id) {
        writer.remove(account, id);
    }

    @Override
    public Optional<StoredBlob> find(Account account, BlobId id) {
        // The store of the bytes reads in the same snapshot.
        return store.read(
                scope(account),
                snapshot -> BlobRows.held(snapshot.sql(), List.of(id)).isEmpty()
                        ? Optional.<StoredBlob>empty()
                        : stored(account, id));
    }

    /** Returns the stored blob, no matter which account of the organization holds it. */
    public Optional<StoredBlob> stored(Account account, BlobId id) {
        return bytes.find(account.organization(), id);
    }

    @Override
    public Set<BlobId> existing(Snapshot snapshot, Collection<BlobId> ids) {
        return BlobRows.held(snapshot.sql(), ids);
    }

    /**
     * A blob of an account as a caller sees it.
     *
     * @param visible whether the account holds the blob and the caller may see it
     * @param stored the stored blob; empty when it is not visible or its bytes are missing
     */
    public record CallerBlob(boolean visible, Optional<StoredBlob> stored) {}

    /** Finds a blob of an account for a caller. */
    public CallerBlob find(Caller caller, AccessibleAccount reach, BlobId id) {
        // The store of the bytes reads in the same snapshot.
        return store.read(scope(reach.account()), snapshot -> {
            boolean visible = !visible(snapshot, caller, reach, List.of(id)).isEmpty();
            return new CallerBlob(visible, visible ? stored(reach.account(), id) : Optional.empty());
        });
    }

    @Override
    public Set<BlobId> visible(Snapshot snapshot, Caller caller, AccessibleAccount reach, Collection<BlobId> ids) {
        if (reach.isPersonal()) {
            return BlobRows.own(snapshot.sql(), ids);
        }
        Set<BlobId> seen = BlobRows.brought(snapshot.sql(), caller.account().n(), ids);
        if (reach.hasSharedContainers()) {
            seen.addAll(ofVisibleObjects(snapshot, reach, ids));
            return seen;
        }
        for (BlobId id : ids) {
            if (!seen.contains(id)
                    && BlobRefs.types(snapshot.sql(), id).stream().anyMatch(type -> types.sees(reach, type))) {
                seen.add(id);
            }
        }
        return seen;
    }

    /** Returns the blobs to which an object refers that the caller may see. */
    private Set<BlobId> ofVisibleObjects(Snapshot snapshot, AccessibleAccount reach, Collection<BlobId> ids) {
        Map<String, Map<Long, Set<BlobId>>> owners = new HashMap<>();
        for (BlobRefs.Ref ref : BlobRefs.refs(snapshot.sql(), ids)) {
            owners.computeIfAbsent(ref.owner().type(), type -> new HashMap<>())
                    .computeIfAbsent(ref.owner().n(), n -> new HashSet<>())
                    .add(ref.id());
        }
        Set<BlobId> visible = new HashSet<>();
        owners.forEach((type, blobsByObject) -> types.visible(snapshot, reach, type, blobsByObject.keySet())
                .forEach(n -> visible.addAll(blobsByObject.getOrDefault(n, Set.of()))));
        return visible;
    }

    @Override
    public boolean mayUpload(AccessibleAccount reach) {
        return maintenance.readOnly().isEmpty() && types.mayAdd(reach);
    }

    @Override
    public boolean addReference(Transaction tx, BlobId id, BlobReference owner) {
        List<BlobRows.BlobUsage> held = BlobRows.standings(tx.sql(), List.of(id));
        if (held.isEmpty()) {
            return false;
        }
        boolean begins = !held.get(0).referred();
        if (begins) {
            allowance.use(tx, held.get(0).size());
        }
        BlobRefs.refer(tx.sql(), id, owner);
        if (begins) {
            BlobRows.markReferred(tx.sql(), held.get(0));
            allowance.moved(tx);
        }
        return true;
    }

    @Override
    public void removeReference(Transaction tx, BlobId id, BlobReference owner) {
        if (BlobRefs.release(tx.sql(), id, owner)) {
            allowance.moved(tx);
        }
    }

    @Override
    public Map<BlobId, OverQuotaException> exceedingQuota(Snapshot snapshot, Collection<BlobId> ids) {
        return allowance.beyond(snapshot, ids);
    }

    @Override
    public long usedBytes(Snapshot snapshot) {
        return BlobRows.use(snapshot.sql()).used();
    }

    @Override
    public Map<BlobId, Set<BlobReference>> references(Snapshot snapshot, Collection<BlobId> ids, Set<String> types) {
        Map<BlobId, Set<BlobReference>> owners = new HashMap<>();
        for (BlobRefs.Ref ref : BlobRefs.refs(snapshot.sql(), ids)) {
            if (types.contains(ref.owner().type())) {
                owners.computeIfAbsent(ref.id(), id -> new HashSet<>()).add(ref.owner());
            }
        }
        return owners;
    }
}
