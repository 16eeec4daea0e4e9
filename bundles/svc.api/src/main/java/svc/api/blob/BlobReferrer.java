package svc.api.blob;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.osgi.annotation.versioning.ConsumerType;
import svc.api.identity.Caller;
import svc.api.identity.Reach;
import svc.api.store.Snapshot;

/**
 * A type whose objects refer to blobs, for those who ask which objects refer to one (RFC 9404 §4.3). Register it as a service
 * beside the type. An object may also refer to what the objects in it refer to, as a mailbox does.
 *
 * <p>Threading: any thread, several at once.
 */
@ConsumerType
public interface BlobReferrer {

    /** The name of the type. */
    String type();

    /** The URN of the capability that defines the type. */
    String capability();

    /**
     * Whether objects of the type refer to blobs themselves, so that they count for what an account uses; not those that have only
     * what the objects in them refer to.
     */
    default boolean keeps() {
        return true;
    }

    /**
     * The objects of the type that refer to each of these blobs; for a simple type what {@link Blobs#owners} says.
     *
     * @param snapshot of an account that offers the capability to the caller
     * @param reach the account, as the caller reaches it: an object that the caller may not see there is left out
     * @param ids blobs that the caller may see
     */
    Map<BlobId, Set<Blobs.Owner>> owners(Snapshot snapshot, Caller caller, Reach reach, Collection<BlobId> ids);
}
