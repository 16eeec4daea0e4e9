package svc.blobs.recovery;

import java.io.IOException;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.BlobAccess;
import svc.api.blob.BlobId;
import svc.api.blob.BlobStore.StoredBlob;
import svc.api.blob.CorruptBlobException;
import svc.api.identity.AccessibleAccount;
import svc.api.identity.Caller;
import svc.blobs.account.StoredAccountBlobs;
import svc.blobs.account.StoredAccountBlobs.CallerBlob;
import svc.blobs.recovery.RecoveryResult.Found;
import svc.blobs.recovery.RecoveryResult.Unknown;

/** Finds the blobs that a caller may read, by the same rules as a download. Thread-safe. */
@Component
public final class VisibleBlobs implements BlobAccess {

    private final StoredAccountBlobs blobs;
    private final BlobRecovery recovery;
    private final DataLossLog dataLossLog;

    @Activate
    public VisibleBlobs(
            @Reference StoredAccountBlobs blobs, @Reference BlobRecovery recovery, @Reference DataLossLog dataLossLog) {
        this.blobs = blobs;
        this.recovery = recovery;
        this.dataLossLog = dataLossLog;
    }

    @Override
    public boolean canDownload(Caller caller, AccessibleAccount reach, String blobId) throws IOException {
        Optional<BlobId> id = BlobId.parse(blobId);
        if (id.isEmpty()) {
            return false;
        }
        CallerBlob found = blobs.find(caller, reach, id.get());
        return found.stored().isPresent()
                || (reach.isPersonal()
                        && (found.visible() || recovery.find(reach.account(), id.get()) instanceof Found));
    }

    @Override
    public Optional<StoredBlob> find(Caller caller, AccessibleAccount reach, String blobId) throws IOException {
        return seen(caller, reach, blobId, false);
    }

    @Override
    public Optional<StoredBlob> stored(Caller caller, AccessibleAccount reach, String blobId) throws IOException {
        return seen(caller, reach, blobId, true);
    }

    private Optional<StoredBlob> seen(Caller caller, AccessibleAccount reach, String blobId, boolean keep)
            throws IOException {
        Optional<BlobId> id = BlobId.parse(blobId);
        if (id.isEmpty()) {
            return Optional.empty();
        }
        CallerBlob found = blobs.find(caller, reach, id.get());
        Optional<StoredBlob> stored = found.stored();
        if (stored.isEmpty() && reach.isPersonal()) {
            stored = elsewhere(reach, id.get(), found.visible(), keep);
        }
        return stored.map(blob -> new VisibleBlob(blob, reach, recovery, dataLossLog));
    }

    /**
     * Recovers a blob that is not stored. Returns empty when the account does not hold the blob and no other blob
     * contains it. Throws when the bytes of the blob are lost.
     */
    private Optional<StoredBlob> elsewhere(AccessibleAccount reach, BlobId id, boolean held, boolean keep)
            throws IOException {
        RecoveryResult restored =
                held || keep ? recovery.restore(reach.account(), id) : recovery.find(reach.account(), id);
        if (restored instanceof Found found) {
            return Optional.of(found.stored());
        } else if (restored instanceof Unknown && !held) {
            return Optional.empty();
        }
        dataLossLog.lost(reach.account().organization(), id, "its bytes are missing, and no other blob contains them");
        throw new CorruptBlobException("The bytes of the blob " + id + " are missing.");
    }
}
