package svc.core.records;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.blob.BlobReferrer;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.store.Snapshot;

/**
 * Lists the objects of a record type that refer to blobs.
 *
 * @param type the name of the type
 * @param capability the URN of the capability that defines the type
 */
record RecordBlobReferrer(String type, String capability, RecordBlobs blobs) implements BlobReferrer {

    @Override
    public Map<BlobId, Set<AccountBlobs.BlobReference>> references(
            Snapshot snapshot, Caller caller, AccessibleAccount reach, Collection<BlobId> ids) {
        return blobs.service().references(snapshot, ids, Set.of(type));
    }
}
