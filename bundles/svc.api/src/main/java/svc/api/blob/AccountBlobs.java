package svc.api.blob;

import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/**
 * The blobs that accounts hold, and the references to these blobs. A blob is visible only through an account that holds
 * it. A blob without references is deleted if it was last written more than a day ago.
 *
 * <p>Threading: thread-safe. A method with a transaction or snapshot parameter runs in this transaction or snapshot;
 * the other methods must not be called inside a transaction or snapshot.
 */
@ProviderType
public interface AccountBlobs {

    /**
     * Creates a writer for a blob of the account's tenant.
     *
     * @throws StorageFullException the disk has no room for it
     */
    BlobStore.BlobWriter newBlob(Account account) throws IOException;

    /**
     * Counts the bytes of a write towards the write limits of the client; call this before the write. The bytes count
     * even if the write fails later. Bytes that this method rejects do not count.
     *
     * @param by the account of the client
     * @param before the number of bytes that the same request wrote before
     * @throws WriteLimit the bytes exceed the limit of the request or of the account
     */
    void write(Account by, long before, long size);

    /**
     * Commits the written bytes as a blob that the account holds. The blob is on disk when this method returns.
     *
     * @throws StorageFullException the disk has no room for it; nothing is stored
     * @throws OverQuotaException the account would exceed its quota
     */
    default BlobId keep(Account account, BlobStore.BlobWriter draft) throws IOException {
        return keep(account, account, draft);
    }

    /**
     * Commits the written bytes of an uploader as a blob that the account holds. The account can be one that is shared
     * with the uploader. Until an object refers to the blob, only the uploader sees the blob in this account (RFC 8620
     * §6.1).
     *
     * @param by the account of the uploader
     * @throws StorageFullException the disk has no room for it; nothing is stored
     * @throws OverQuotaException the account would exceed its quota
     */
    BlobId keep(Account account, Account by, BlobStore.BlobWriter draft) throws IOException;

    /**
     * Stores the written bytes of an uploader, and leaves it to a transaction to make the account hold them. So an object
     * and its blob can be written by one transaction. Close the result.
     *
     * @param by the account of the uploader
     * @throws StorageFullException the disk has no room for it; nothing is stored
     */
    PreparedBlob prepare(Account account, Account by, BlobStore.BlobWriter draft) throws IOException;

    /**
     * Runs a write whose transaction calls {@link PreparedBlob#hold} for prepared blobs. Removals of the bytes of the same
     * blobs wait until it ends, so it must not remove blobs itself.
     *
     * @param blobs blobs of accounts of one tenant
     * @throws StorageFullException the disk has no room for it; nothing is written
     * @throws IOException the bytes of a blob have been removed since they were prepared; nothing is written
     */
    <R> R commit(Collection<? extends PreparedBlob> blobs, Supplier<R> write) throws IOException;

    /** Stored bytes that a transaction makes an account hold. Not thread-safe. */
    @ProviderType
    interface PreparedBlob extends AutoCloseable {

        /**
         * Returns the blob for reading. Must not be called in a transaction.
         *
         * @throws IOException the bytes have been removed since they were prepared
         */
        BlobStore.StoredBlob stored() throws IOException;

        /**
         * Makes the account hold the blob. The blob is on disk when the transaction is committed.
         *
         * @param tx a transaction of the account inside {@link #commit}
         * @throws OverQuotaException the account would exceed its quota
         */
        void hold(Transaction tx);

        /** Removes the bytes, unless the account holds them. Must not be called in a transaction. */
        @Override
        void close();
    }

    /**
     * Copies a blob to another account. Within a tenant no bytes are copied. Until an object refers to the copy, the
     * target account holds it for one day only.
     *
     * @param by the account of the client that copies
     * @return the blob; empty if the source account does not hold it or its bytes are not stored
     * @throws StorageFullException the disk has no room for it; nothing is stored
     * @throws OverQuotaException the target account would exceed its quota
     */
    Optional<BlobStore.StoredBlob> copy(Account from, Account to, Account by, BlobId id) throws IOException;

    /** Returns a stored blob that the account holds, whichever account uploaded it. */
    Optional<BlobStore.StoredBlob> find(Account account, BlobId id);

    /** Returns the given blobs that the account of the snapshot holds, whichever account uploaded them. */
    Set<BlobId> existing(Snapshot snapshot, Collection<BlobId> ids);

    /**
     * Returns the given blobs that the account of the snapshot holds and the caller can see: blobs that the caller
     * uploaded, and blobs to which an object refers that the caller can see. Check blob ids of a client with this
     * method before use.
     *
     * @param reach the account of the snapshot, with the access rights of the caller
     */
    Set<BlobId> visible(Snapshot snapshot, Caller caller, AccessibleAccount reach, Collection<BlobId> ids);

    /**
     * Returns whether the caller may upload blobs to an account (RFC 8620 §6.1): it is the caller's own account, or the
     * caller may add something to a container that is shared. Check this before {@link #newBlob} and {@link #copy}.
     *
     * @param reach the account, with the access rights of the caller
     */
    boolean mayUpload(AccessibleAccount reach);

    /**
     * Adds a reference from an object to a blob. The account holds the blob at least until the reference is removed.
     *
     * @param tx a transaction of the object's account
     * @return whether the account holds the blob; if false, nothing was written
     * @throws OverQuotaException this is the first reference to the blob, and the account would exceed its quota;
     *     before adding several references, call {@link #exceedingQuota}
     */
    boolean addReference(Transaction tx, BlobId id, BlobReference owner);

    /** Removes a reference from an object to a blob. */
    void removeReference(Transaction tx, BlobId id, BlobReference owner);

    /**
     * Returns the blobs whose references, added in this order, would exceed the quota of the snapshot's account, each
     * with the exception. Returns an empty map if the account has no quota.
     */
    Map<BlobId, OverQuotaException> exceedingQuota(Snapshot snapshot, Collection<BlobId> ids);

    /**
     * Returns the number of bytes that the account of the snapshot uses: the total size of all referenced blobs, each
     * counted once.
     */
    long usedBytes(Snapshot snapshot);

    /** Returns the references to each of the blobs in the account of the snapshot, from objects of the given types. */
    Map<BlobId, Set<BlobReference>> references(Snapshot snapshot, Collection<BlobId> ids, Set<String> types);

    /**
     * An object that refers to a blob.
     *
     * @param type the name of the type of the object
     * @param n the number of the object
     * @param letter the id letter of the type
     */
    record BlobReference(String type, long n, char letter) {
        /** Returns the JMAP id of the object. */
        public String id() {
            return ObjectId.format(letter, n);
        }
    }
}
