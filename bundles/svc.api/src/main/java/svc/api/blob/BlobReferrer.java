package svc.api.blob;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.store.Snapshot;

/**
 * Service that lists the objects of one type that refer to a blob, for {@code Blob/lookup} (RFC 9404 §4.3). Register it
 * as a service along with the type. An object can also inherit references: a mailbox refers to all blobs to which its
 * emails refer. It inherits only the references of objects that the caller can see.
 *
 * <p>Threading: called concurrently from any thread.
 */
@ConsumerType
public interface BlobReferrer {

    /** Returns the name of the type. */
    String type();

    /** Returns the URN of the capability that defines the type. */
    String capability();

    /**
     * Returns whether objects of the type hold references themselves, so that their blobs count towards the quota.
     * False for a type whose objects only inherit the references of the objects in them.
     */
    default boolean countsTowardsQuota() {
        return true;
    }

    /**
     * Returns the objects of the type that refer to each of the blobs. For a simple type this is the result of
     * {@link AccountBlobs#references}.
     *
     * @param snapshot a snapshot of an account that offers the capability to the caller
     * @param reach the account, with the access rights of the caller. {@code Blob/lookup} leaves out objects of the type
     *     that the caller cannot see
     * @param ids blobs that the caller can see
     */
    Map<BlobId, Set<AccountBlobs.BlobReference>> references(
            Snapshot snapshot, Caller caller, AccessibleAccount reach, Collection<BlobId> ids);
}
