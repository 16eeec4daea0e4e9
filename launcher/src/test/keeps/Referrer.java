package org.example.keeps;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import svc.api.blob.BlobId;
import svc.api.blob.BlobReferrer;
import svc.api.blob.Blobs;
import svc.api.blob.Blobs.Owner;
import svc.api.identity.Caller;
import svc.api.identity.Reach;
import svc.api.store.Snapshot;

/** Tells which objects refer to blobs; those from 1000 on are shown to nobody but the owner of the account. */
public final class Referrer implements BlobReferrer {

    private static final long SECRET = 1000;

    private final Blobs blobs;

    public Referrer(Blobs blobs) {
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
    public Map<BlobId, Set<Owner>> owners(Snapshot snapshot, Caller caller, Reach reach, Collection<BlobId> ids) {
        Map<BlobId, Set<Owner>> owners = blobs.owners(snapshot, ids, Set.of(type()));
        if (!reach.personal()) {
            owners.values().forEach(some -> some.removeIf(owner -> owner.n() >= SECRET));
        }
        return owners;
    }
}
