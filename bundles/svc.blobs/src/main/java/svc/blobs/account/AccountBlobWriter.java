package svc.blobs.account;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import svc.api.blob.AccountBlobs.PreparedBlob;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore;
import svc.api.blob.BlobStore.BlobWriter;
import svc.api.blob.BlobStore.PendingBlob;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.StorageFullException;
import svc.api.identity.Account;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.store.Transaction;
import svc.api.store.TransactionCallback;
import svc.api.time.Clock;
import svc.blobs.account.OrganizationBlobRows.OrganizationBlob;

/**
 * Stores blobs of accounts: first the bytes and then the row. The garbage collector does not remove bytes that were just
 * written. The transaction of the row enforces the quota. Thread-safe.
 */
final class AccountBlobWriter {

    private final Store store;
    private final BlobStore bytes;
    private final BlobRemoval removal;
    private final QuotaEnforcement allowance;
    private final Clock clock;

    AccountBlobWriter(Store store, BlobStore bytes, BlobRemoval removal, QuotaEnforcement allowance, Clock clock) {
        this.store = store;
        this.bytes = bytes;
        this.removal = removal;
        this.allowance = allowance;
        this.clock = clock;
    }

    /** Stores bytes that a client uploaded. */
    BlobId keep(Account account, Account by, BlobWriter draft) throws IOException {
        return keep(account, prepare(account, by, draft));
    }

    /** Stores bytes of a blob that the account already holds. The bytes are not counted again. */
    void restore(Account account, BlobWriter draft) throws IOException {
        keep(account, prepare(account, account, draft, BlobRows.UNCOUNTED));
    }

    private BlobId keep(Account account, Prepared prepared) throws IOException {
        try (Prepared blob = prepared) {
            return commit(
                    List.of(blob),
                    () -> store.write(
                            StoredAccountBlobs.scope(account),
                            TransactionCallback.named("svc.blobs: keep a blob", tx -> {
                                blob.hold(tx);
                                return blob.pending.id();
                            })));
        }
    }

    /** Stores the bytes of a client. A transaction makes the account hold them. */
    Prepared prepare(Account account, Account by, BlobWriter draft) throws IOException {
        return prepare(account, by, draft, clock.now().toEpochMilli());
    }

    private Prepared prepare(Account account, Account by, BlobWriter draft, long loose) throws IOException {
        long size = draft.size();
        PendingBlob pending = draft.prepare();
        return new Prepared(
                account, pending, new BlobRows.AccountBlob(pending.id(), account.organization(), size, by.n(), loose));
    }

    /** Runs a write whose transaction makes accounts of one organization hold blobs. */
    <R> R commit(Collection<? extends PreparedBlob> blobs, Supplier<R> write) throws IOException {
        List<Prepared> prepared = blobs.stream().map(Prepared.class::cast).toList();
        if (prepared.isEmpty()) {
            return write.get();
        }
        R result;
        try {
            result = removal.commit(
                            prepared.get(0).account.organization(),
                            prepared.stream().map(blob -> blob.pending).toList(),
                            write)
                    .orElseThrow(() -> new IOException("A blob was removed while it was being stored. Send it again."));
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.FULL) {
                throw new StorageFullException(String.valueOf(e.getMessage()), e);
            }
            throw e;
        }
        prepared.forEach(Prepared::committed);
        return result;
    }

    /**
     * Removes the bytes of a blob at once, without regard to their age, unless an account of the organization holds the
     * blob.
     */
    void remove(Account account, BlobId id) {
        removal.remove(List.of(new OrganizationBlob(account.organization(), id)));
    }

    /** Stored bytes without a row of the account. Not thread-safe. */
    final class Prepared implements PreparedBlob {

        private final Account account;
        private final PendingBlob pending;
        private final BlobRows.AccountBlob row;

        /** The blobs that the transaction removed to make room. */
        private Set<BlobId> replaced = Set.of();

        private boolean held;

        /** Whether the account holds the blob, or the bytes are removed. */
        private boolean ended;

        Prepared(Account account, PendingBlob pending, BlobRows.AccountBlob row) {
            this.account = account;
            this.pending = pending;
            this.row = row;
        }

        @Override
        public StoredBlob stored() throws IOException {
            return pending.stored()
                    .or(() -> bytes.find(account.organization(), pending.id()))
                    .orElseThrow(() -> new IOException("The blob " + pending.id() + " was removed. Send it again."));
        }

        @Override
        public void hold(Transaction tx) {
            pending.commitIn(tx);
            replaced = row.loose() == BlobRows.UNCOUNTED ? Set.of() : allowance.makeRoom(tx, row.id(), row.size());
            BlobRows.hold(tx.sql(), tx.scope().n(), row);
            held = true;
        }

        private void committed() {
            ended = held;
            replaced.forEach(id -> remove(account, id));
        }

        /**
         * Removes the bytes if no row was written. They are not left to the garbage collector, because no bytes may remain
         * of an account that was erased in the meantime.
         */
        @Override
        public void close() {
            if (!ended) {
                ended = true;
                pending.discard();
                remove(account, pending.id());
            }
        }
    }
}
