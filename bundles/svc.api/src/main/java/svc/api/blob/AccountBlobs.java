package svc.api.blob;

import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;
import svc.api.identity.Account;
import svc.api.identity.Caller;
import svc.api.identity.Reach;
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

    /**
     * Begins a blob of the account's organization.
     *
     * @throws NoRoom there is no room for it
     */
    BlobStore.Draft draft(Account account) throws IOException;

    /**
     * Keeps what was written as a blob that the account holds. When this returns it is on disk.
     *
     * @throws NoRoom there is no room for it; nothing of it stays
     * @throws OverQuota the account may not keep as much
     */
    default BlobId keep(Account account, BlobStore.Draft draft) throws IOException {
        return keep(account, account, draft);
    }

    /**
     * Keeps what somebody brought, maybe into an account that others share with them: until something refers to it, they alone
     * see it there (RFC 8620 §6.1).
     *
     * @param by the account of who brought it
     * @throws NoRoom there is no room for it; nothing of it stays
     * @throws OverQuota the account may not keep as much
     */
    BlobId keep(Account account, Account by, BlobStore.Draft draft) throws IOException;

    /**
     * Lets an account hold a blob that another one holds. Within an organization none of the bytes moves. It is held for a day
     * where nothing refers to it.
     *
     * @param by the account of who does it
     * @return the blob; empty where the account that it comes from does not hold it, or it is not stored
     * @throws NoRoom there is no room for it; nothing of it stays
     * @throws OverQuota the account may not keep as much
     */
    Optional<BlobStore.Stored> copy(Account from, Account to, Account by, BlobId id) throws IOException;

    /** A blob that the account holds and that is stored; whoever brought it. */
    Optional<BlobStore.Stored> find(Account account, BlobId id);

    /** Which of these the account of the snapshot holds, whoever brought them. */
    Set<BlobId> held(Snapshot snapshot, Collection<BlobId> ids);

    /**
     * Which of these the account of the snapshot holds and the caller may see in it: those that the caller brought, and those
     * that something refers to which the caller may see. What a client names is looked for here before it is used.
     *
     * @param reach the account of the snapshot, as the caller reaches it
     */
    Set<BlobId> seen(Snapshot snapshot, Caller caller, Reach reach, Collection<BlobId> ids);

    /**
     * Says that an object refers to a blob, as long as it is not released.
     *
     * @param tx a transaction of the object's account
     * @return whether the account holds the blob; if not, nothing was written
     * @throws OverQuota nothing referred to the blob so far, and the account may not use as much; whoever refers to several asks
     *     {@link #beyond} before
     */
    boolean refer(Transaction tx, BlobId id, Owner owner);

    /** Says that an object does not refer to a blob any more. */
    void release(Transaction tx, BlobId id, Owner owner);

    /**
     * Which of these, that something is to begin to refer to in this order, are beyond what the account of the snapshot may use; none
     * where nothing limits it.
     */
    Map<BlobId, OverQuota> beyond(Snapshot snapshot, Collection<BlobId> ids);

    /** How many bytes the account of the snapshot uses: those of the blobs that something refers to, each once. */
    long used(Snapshot snapshot);

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
