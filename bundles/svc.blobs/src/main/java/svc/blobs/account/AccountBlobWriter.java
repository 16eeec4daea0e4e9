package svc.blobs.account;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.BlobStore.PendingBlob;
import svc.api.blob.OverQuotaException;
import svc.api.blob.StorageFullException;
import svc.api.identity.Account;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;
import svc.blobs.account.OrganizationBlobRows.OrganizationBlob;

/** Stores blobs of accounts, and removes the bytes of a blob that exceeds the quota. Thread-safe. */
final class AccountBlobWriter {

    private final Store store;
    private final BlobRemoval removal;
    private final QuotaEnforcement allowance;
    private final Clock clock;

    AccountBlobWriter(Store store, BlobRemoval removal, QuotaEnforcement allowance, Clock clock) {
        this.store = store;
        this.removal = removal;
        this.allowance = allowance;
        this.clock = clock;
    }

    /** Stores bytes that a client uploaded. */
    BlobId keep(Account account, Account by, BlobWriter draft) throws IOException {
        return keep(account, by, draft, clock.now().toEpochMilli());
    }

    /** Stores bytes of a blob that the account already holds. The bytes are not counted again. */
    void restore(Account account, BlobWriter draft) throws IOException {
        keep(account, account, draft, BlobRows.UNCOUNTED);
    }

    /**
     * Stores first the bytes and then the row. The garbage collector does not remove bytes that were just written. The
     * transaction of the row enforces the quota.
     */
    private BlobId keep(Account account, Account by, BlobWriter draft, long loose) throws IOException {
        long size = draft.size();
        PendingBlob blob = draft.prepare();
        BlobId id = blob.id();
        BlobRows.AccountBlob holding = new BlobRows.AccountBlob(id, account.organization(), size, by.n(), loose);
        Set<BlobId> gone;
        try {
            gone = removal.commit(account.organization(), blob, () -> commit(account, blob, holding))
                    .orElseThrow(() -> new IOException(
                            "The blob " + id + " was removed while it was being stored. Send it again."));
        } catch (OverQuotaException e) {
            undo(account, blob, e);
            throw e;
        } catch (StoreException e) {
            undo(account, blob, e);
            if (e.kind() == StoreException.Kind.FULL) {
                throw new StorageFullException(String.valueOf(e.getMessage()), e);
            }
            throw e;
        }
        gone.forEach(one -> remove(account, one));
        return id;
    }

    private Set<BlobId> commit(Account account, PendingBlob blob, BlobRows.AccountBlob holding) {
        return store.write(
                StoredAccountBlobs.scope(account), TransactionCallback.named("svc.blobs: keep a blob", tx -> {
                    blob.commitIn(tx);
                    return held(tx, holding);
                }));
    }

    /** Writes the row. Returns the blobs that were removed to make room. */
    private Set<BlobId> held(Transaction tx, BlobRows.AccountBlob holding) {
        Set<BlobId> gone =
                holding.loose() == BlobRows.UNCOUNTED ? Set.of() : allowance.makeRoom(tx, holding.id(), holding.size());
        BlobRows.hold(tx.sql(), tx.scope().n(), holding);
        return gone;
    }

    /**
     * Removes the bytes of a blob whose row could not be written. The bytes are not left to the garbage collector,
     * because no bytes may remain of an account that was erased in the meantime.
     */
    private void undo(Account account, PendingBlob blob, RuntimeException why) {
        try {
            blob.discard();
            remove(account, blob.id());
        } catch (StoreException again) {
            why.addSuppressed(again);
        }
    }

    /**
     * Removes the bytes of a blob at once, without regard to their age, unless an account of the organization holds the
     * blob.
     */
    void remove(Account account, BlobId id) {
        removal.remove(List.of(new OrganizationBlob(account.organization(), id)));
    }
}
