package svc.blobs;

import java.io.IOException;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobDamaged;
import svc.api.blob.BlobId;
import svc.api.blob.BlobSight;
import svc.api.blob.BlobStore.Stored;
import svc.api.identity.Caller;
import svc.api.identity.Reach;
import svc.blobs.Restored.Found;
import svc.blobs.Restored.Unknown;

/** Sees what the download sees. Any thread. */
@Component
public final class SeenBlobs implements BlobSight {

    private final KeptBlobs blobs;
    private final Restoration restoration;
    private final Losses losses;

    /** Looks here. */
    @Activate
    public SeenBlobs(@Reference KeptBlobs blobs, @Reference Restoration restoration, @Reference Losses losses) {
        this.blobs = blobs;
        this.restoration = restoration;
        this.losses = losses;
    }

    @Override
    public boolean sees(Caller caller, Reach reach, String blobId) throws IOException {
        Optional<BlobId> id = BlobId.parse(blobId);
        if (id.isEmpty()) {
            return false;
        }
        boolean held = blobs.sees(caller, reach, id.get());
        if (held && blobs.stored(reach.account(), id.get()).isPresent()) {
            return true;
        }
        return reach.personal() && (held || restoration.restore(reach.account(), id.get()) instanceof Found);
    }

    @Override
    public Optional<Stored> find(Caller caller, Reach reach, String blobId) throws IOException {
        Optional<BlobId> id = BlobId.parse(blobId);
        if (id.isEmpty()) {
            return Optional.empty();
        }
        boolean held = blobs.sees(caller, reach, id.get());
        Optional<Stored> stored = held ? blobs.stored(reach.account(), id.get()) : Optional.empty();
        if (stored.isEmpty() && reach.personal()) {
            stored = elsewhere(reach, id.get(), held);
        }
        return stored.map(blob -> new SeenBlob(blob, reach, restoration, losses));
    }

    /** A blob that is not stored. */
    private Optional<Stored> elsewhere(Reach reach, BlobId id, boolean held) throws IOException {
        Restored restored = restoration.restore(reach.account(), id);
        if (restored instanceof Found found) {
            return Optional.of(found.stored());
        } else if (restored instanceof Unknown && !held) {
            return Optional.empty();
        }
        losses.lost(reach.account().organization(), id, "its bytes are missing, and were found nowhere else");
        throw new BlobDamaged("The bytes of the blob " + id + " are missing.");
    }
}
