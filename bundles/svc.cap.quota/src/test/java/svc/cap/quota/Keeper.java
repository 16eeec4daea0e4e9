package svc.cap.quota;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import svc.api.blob.BlobId;
import svc.api.blob.BlobReferrer;
import svc.api.blob.Blobs;
import svc.api.identity.Caller;
import svc.api.identity.Reach;
import svc.api.jmap.Capability;
import svc.api.store.Snapshot;

/** A type whose objects keep blobs, or have what others keep, with its capability. */
record Keeper(String type, String urn, boolean keeps) implements BlobReferrer, Capability {

    @Override
    public String capability() {
        return urn;
    }

    @Override
    public Map<BlobId, Set<Blobs.Owner>> owners(Snapshot snapshot, Caller caller, Reach reach, Collection<BlobId> ids) {
        return Map.of();
    }
}
