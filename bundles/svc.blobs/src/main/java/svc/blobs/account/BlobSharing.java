package svc.blobs.account;

import java.util.Optional;
import java.util.Set;
import svc.api.blob.BlobId;
import svc.api.blob.OverQuotaException;
import svc.api.blob.StorageFullException;
import svc.api.identity.Account;
import svc.api.store.MultiScopeCallback;
import svc.api.store.Scope;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.store.Transaction;
import svc.api.time.Clock;
import svc.blobs.account.BlobRows.BlobSize;

/** Makes an account hold a blob that exists in its organization, by adding a row; no bytes are copied. Thread-safe. */
public final class BlobSharing {

    private final Store store;
    private final QuotaEnforcement allowance;
    private final Clock clock;

    public BlobSharing(Store store, QuotaEnforcement allowance, Clock clock) {
        this.store = store;
        this.allowance = allowance;
        this.clock = clock;
    }

    /**
     * Makes the account of a transaction hold a blob. If no object refers to the blob, the account holds it for 24
     * hours from now, without regard to the age of the bytes.
     *
     * @param tx the transaction of the account
     * @param to the account that will hold the blob
     * @param by the number of the account of the caller
     * @param blob the blob
     * @return the blobs that were removed to make room
     * @throws OverQuotaException the blob exceeds the quota of the account
     */
    public Set<BlobId> hold(Transaction tx, Account to, long by, BlobSize blob) {
        Set<BlobId> gone = allowance.makeRoom(tx, blob.id(), blob.size());
        long until = clock.now().plus(BlobRows.KEPT).toEpochMilli();
        BlobRows.hold(tx.sql(), to.n(), new BlobRows.AccountBlob(blob.id(), to.organization(), blob.size(), by, until));
        return gone;
    }

    /**
     * Makes an account hold a blob that another account holds.
     *
     * @param from the account that holds the blob
     * @param to the account that will hold the blob
     * @param by the number of the account of the caller
     * @param id the blob
     * @return the blobs that were removed to make room; empty when {@code from} does not hold the blob
     * @throws StorageFullException the disk has no space for the row
     * @throws OverQuotaException the blob exceeds the quota of the account
     */
    Optional<Set<BlobId>> share(Account from, Account to, long by, BlobId id) throws StorageFullException {
        Scope source = StoredAccountBlobs.scope(from);
        Scope target = StoredAccountBlobs.scope(to);
        try {
            return store.write(Set.of(source, target), new MultiScopeCallback<Optional<Set<BlobId>>>() {
                @Override
                public Optional<Set<BlobId>> run(Joint joint) {
                    return BlobRows.sizes(joint.of(source).sql(), Set.of(id)).stream()
                            .findFirst()
                            .map(blob -> hold(joint.of(target), to, by, blob));
                }

                @Override
                public String name() {
                    return "svc.blobs: hold a blob of another account";
                }
            });
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.FULL) {
                throw new StorageFullException(String.valueOf(e.getMessage()), e);
            }
            throw e;
        }
    }
}
