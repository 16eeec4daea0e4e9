package svc.api.blob;

import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Account;
import svc.api.store.ObjectId;
import svc.api.store.Snapshot;
import svc.api.store.Transaction;

/**
 * The blobs of accounts: who holds which, and what refers to them. A blob is seen only through an account that holds it; one
 * that nothing refers to is collected when it was not touched for a day.
 *
 * <p>Threading: any thread. What takes a transaction or a snapshot runs in it; the others must not be called inside one.
 */
@ProviderType
public interface Blobs {

    /** Keeps what was written as a blob that the account holds. When this returns it is on disk. */
    BlobId keep(Account account, BlobStore.Draft draft) throws IOException;

    /** Begins a blob of the account's organization. */
    BlobStore.Draft draft(Account account) throws IOException;

    /** A blob that the account holds and that is stored. */
    Optional<BlobStore.Stored> find(Account account, BlobId id);

    /** Which of these the account of the snapshot holds. */
    Set<BlobId> held(Snapshot snapshot, Collection<BlobId> ids);

    /**
     * Says that an object refers to a blob, as long as it is not released.
     *
     * @param tx a transaction of the object's account
     * @return whether the account holds the blob; if not, nothing was written
     */
    boolean refer(Transaction tx, BlobId id, Owner owner);

    /** Says that an object does not refer to a blob any more. */
    void release(Transaction tx, BlobId id, Owner owner);

    /** What refers to each of these in the account of the snapshot, of some types. */
    Map<BlobId, Set<Owner>> owners(Snapshot snapshot, Collection<BlobId> ids, Set<String> types);

    /**
     * An object that refers to a blob.
     *
     * @param type the name of its type
     * @param n its number
     * @param letter that of the ids of the type
     */
    record Owner(String type, long n, char letter) {
        /** The id that clients know. */
        public String id() {
            return ObjectId.text(letter, n);
        }
    }
}
