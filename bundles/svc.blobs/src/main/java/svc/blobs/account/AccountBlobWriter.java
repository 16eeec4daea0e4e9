package svc.blobs;

import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.BlobStore.Draft;
import svc.api.blob.NoRoom;
import svc.api.blob.OverQuota;
import svc.api.identity.Account;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.StoreProblem;
import svc.api.store.Transaction;
import svc.api.store.Writing;
import svc.api.time.Clock;
import svc.blobs.CollectorRows.Place;

/** Keeps bytes for accounts, and takes back what an account may not keep. Any thread. */
final class BlobKeeping {

    private final Store store;
    private final BlobStore bytes;
    private final Allowance allowance;
    private final Clock clock;

    BlobKeeping(Store store, BlobStore bytes, Allowance allowance, Clock clock) {
        this.store = store;
        this.bytes = bytes;
        this.allowance = allowance;
        this.clock = clock;
    }

    /** Keeps bytes that somebody brought. */
    BlobId keep(Account account, Account by, Draft draft) throws IOException {
        return keep(account, by, draft, clock.now().toEpochMilli());
    }

    /** Keeps bytes that the account is known to hold. */
    void restore(Account account, Draft draft) throws IOException {
        keep(account, account, draft, BlobRows.UNCOUNTED);
    }

    /**
     * The bytes come first, then the row. In between they may be taken for what nobody needs: so the row is written only where
     * they are still there, by the one thread that could remove them; and it decides whether the account may keep them.
     */
    private BlobId keep(Account account, Account by, Draft draft, long loose) throws IOException {
        long size = draft.size();
        BlobId id = draft.keep();
        BlobRows.Holding holding = new BlobRows.Holding(id, account.organization(), size, by.n(), loose);
        Optional<Set<BlobId>> kept;
        try {
            kept = store.write(
                    KeptBlobs.scope(account), Writing.named("svc.blobs: keep a blob", tx -> held(tx, holding)));
        } catch (OverQuota e) {
            takeBack(account, id, e);
            throw e;
        } catch (StoreProblem e) {
            takeBack(account, id, e);
            if (e.kind() == StoreProblem.Kind.FULL) {
                throw new NoRoom(String.valueOf(e.getMessage()), e);
            }
            throw e;
        }
        if (kept.isEmpty()) {
            throw new IOException("The blob " + id + " was removed while it was being kept. Send it again.");
        }
        kept.get().forEach(gone -> remove(account, gone));
        return id;
    }

    /** What gave way to it; empty when its bytes are gone. */
    private Optional<Set<BlobId>> held(Transaction tx, BlobRows.Holding holding) {
        if (bytes.find(holding.organization(), holding.id()).isEmpty()) {
            return Optional.empty();
        }
        Set<BlobId> gone =
                holding.loose() == BlobRows.UNCOUNTED ? Set.of() : allowance.makeRoom(tx, holding.id(), holding.size());
        BlobRows.hold(tx.sql(), tx.scope().n(), holding);
        return Optional.of(gone);
    }

    /** An account that was erased meanwhile must leave no bytes behind, and what cannot be kept need not wait to be collected. */
    private void takeBack(Account account, BlobId id, RuntimeException why) {
        try {
            remove(account, id);
        } catch (StoreProblem again) {
            why.addSuppressed(again);
        }
    }

    /** Removes bytes at once, however young they are, unless somebody of the account's organization holds them. */
    void remove(Account account, BlobId id) {
        Place place = new Place(account.organization(), id);
        store.write(
                Scope.system(),
                Writing.named(
                        "svc.blobs: take bytes back",
                        tx -> !CollectorRows.held(tx.sql(), place)
                                && bytes.remove(place.organization(), place.id(), clock.now())));
    }
}
