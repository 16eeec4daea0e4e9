package svc.cap.quota;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import svc.api.blob.AccountBlobs;
import svc.api.blob.BlobId;
import svc.api.blob.BlobReferrer;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.api.jmap.Capability;
import svc.api.store.Snapshot;

/** An object type that refers to blobs, with its capability. Its blobs may count towards the quota. */
record BlobHoldingType(String type, String urn, boolean countsTowardsQuota) implements BlobReferrer, Capability {

    @Override
    public String capability() {
        return urn;
    }

    @Override
    public Map<BlobId, Set<AccountBlobs.BlobReference>> references(
            Snapshot snapshot, Caller caller, AccessibleAccount accessible, Collection<BlobId> ids) {
        return Map.of();
    }
}
