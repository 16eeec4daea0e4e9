package svc.blobs;

import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.BlobStore.Draft;
import svc.api.blob.BlobStore.Stored;
import svc.api.blob.Blobs;
import svc.api.blob.OverQuota;
import svc.api.engine.ScopeKey;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.identity.Reach;
import svc.api.store.Scope;
import svc.api.store.Snapshot;
import svc.api.store.Store;
import svc.api.store.Transaction;
import svc.api.time.Clock;

/** Who holds which blob, by the rows of the store. Any thread. */
@Component(service = {Blobs.class, KeptBlobs.class})
public final class KeptBlobs implements Blobs {

    private final Store store;
    private final BlobStore bytes;
    private final SharedTypes types;
    private final Allowance allowance;
    private final BlobKeeping keeping;
    private final BlobSharing sharing;

    /** Over this store. */
    @Activate
    public KeptBlobs(
            @Reference Store store,
            @Reference BlobStore bytes,
            @Reference SharedTypes types,
            @Reference Allowance allowance,
            @Reference Clock clock) {
        this.store = store;
        this.bytes = bytes;
        this.types = types;
        this.allowance = allowance;
        this.keeping = new BlobKeeping(store, bytes, allowance, clock);
        this.sharing = new BlobSharing(store, allowance, clock);
    }

    static Scope scope(Account account) {
        return Scope.account(new ScopeKey(), account.n());
    }

    @Override
    public Draft draft(Account account) throws IOException {
        return bytes.draft(account.organization());
    }

    @Override
    public BlobId keep(Account account, Account by, Draft draft) throws IOException {
        return keeping.keep(account, by, draft);
    }

    @Override
    public Optional<Stored> copy(Account from, Account to, Account by, BlobId id) throws IOException {
        if (!from.organization().equals(to.organization())) {
            Optional<Stored> stored = find(from, id);
            return stored.isPresent() ? copied(stored.get(), to, by) : stored;
        }
        Optional<Set<BlobId>> gone = sharing.share(from, to, by.n(), id);
        gone.orElse(Set.of()).forEach(one -> remove(to, one));
        return gone.isPresent() ? stored(to, id) : Optional.empty();
    }

    private Optional<Stored> copied(Stored stored, Account to, Account by) throws IOException {
        try (Draft draft = draft(to)) {
            stored.send(0, stored.size(), draft.out());
            draft.out().close();
            return stored(to, keep(to, by, draft));
        }
    }

    /** Keeps bytes that were found in what the account holds, whatever it may keep: they are counted there already. */
    void restore(Account account, Draft draft) throws IOException {
        keeping.restore(account, draft);
    }

    /** Removes bytes at once, however young they are, unless somebody of the account's organization holds them. */
    void remove(Account account, BlobId id) {
        keeping.remove(account, id);
    }

    @Override
    public Optional<Stored> find(Account account, BlobId id) {
        boolean held = store.read(
                scope(account),
                snapshot -> !BlobRows.held(snapshot.sql(), List.of(id)).isEmpty());
        return held ? stored(account, id) : Optional.empty();
    }

    /** The bytes, whoever holds them. */
    Optional<Stored> stored(Account account, BlobId id) {
        return bytes.find(account.organization(), id);
    }

    @Override
    public Set<BlobId> held(Snapshot snapshot, Collection<BlobId> ids) {
        return BlobRows.held(snapshot.sql(), ids);
    }

    /** Whether the account holds a blob and the caller may see it. */
    boolean sees(Caller caller, Reach reach, BlobId id) {
        return store.read(
                scope(reach.account()),
                snapshot -> !seen(snapshot, caller, reach, List.of(id)).isEmpty());
    }

    @Override
    public Set<BlobId> seen(Snapshot snapshot, Caller caller, Reach reach, Collection<BlobId> ids) {
        if (reach.personal()) {
            return BlobRows.own(snapshot.sql(), ids);
        }
        Set<BlobId> seen = BlobRows.brought(snapshot.sql(), caller.account().n(), ids);
        for (BlobId id : ids) {
            if (!seen.contains(id)
                    && BlobRefs.types(snapshot.sql(), id).stream().anyMatch(type -> types.sees(reach, type))) {
                seen.add(id);
            }
        }
        return seen;
    }

    @Override
    public boolean refer(Transaction tx, BlobId id, Owner owner) {
        List<BlobRows.Standing> held = BlobRows.standings(tx.sql(), List.of(id));
        if (held.isEmpty()) {
            return false;
        }
        boolean begins = !held.get(0).referred();
        if (begins) {
            allowance.use(tx, held.get(0).size());
        }
        BlobRefs.refer(tx.sql(), id, owner);
        if (begins) {
            allowance.moved(tx);
        }
        return true;
    }

    @Override
    public void release(Transaction tx, BlobId id, Owner owner) {
        if (BlobRefs.release(tx.sql(), id, owner)) {
            allowance.moved(tx);
        }
    }

    @Override
    public Map<BlobId, OverQuota> beyond(Snapshot snapshot, Collection<BlobId> ids) {
        return allowance.beyond(snapshot, ids);
    }

    @Override
    public long used(Snapshot snapshot) {
        return BlobRows.use(snapshot.sql()).used();
    }

    @Override
    public Map<BlobId, Set<Owner>> owners(Snapshot snapshot, Collection<BlobId> ids, Set<String> types) {
        Map<BlobId, Set<Owner>> owners = new HashMap<>();
        for (BlobRefs.Ref ref : BlobRefs.refs(snapshot.sql(), ids)) {
            if (types.contains(ref.owner().type())) {
                owners.computeIfAbsent(ref.id(), id -> new HashSet<>()).add(ref.owner());
            }
        }
        return owners;
    }
}
