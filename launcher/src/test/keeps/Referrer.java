package org.example.keeps;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import svc.api.blob.BlobId;
import svc.api.blob.BlobReferrer;
import svc.api.blob.AccountBlobs;
import svc.api.blob.AccountBlobs.BlobReference;
import svc.api.identity.Caller;
import svc.api.identity.AccessibleAccount;
import svc.api.store.Snapshot;

/** Returns the objects that refer to blobs. */
public final class Referrer implements BlobReferrer {

    private final AccountBlobs blobs;

    public Referrer(AccountBlobs blobs) {
        this.blobs = blobs;
    }

    @Override
    public String type() {
        return "Keep";
    }

    @Override
    public String capability() {
        return Keeps.URN;
    }

    @Override
    public Map<BlobId, Set<BlobReference>> references(Snapshot snapshot, Caller caller, AccessibleAccount reach, Collection<BlobId> ids) {
        return blobs.references(snapshot, ids, Set.of(type()));
    }
}
