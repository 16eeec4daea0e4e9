package svc.blobs.files;

import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.Operation.Needs;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;
import svc.api.operation.OperationGroup;

/** The operations of {@code svc blobs} that change encryption keys. */
@Component
public final class BlobKeyOperations implements OperationGroup {

    private final FileBlobs blobs;

    @Activate
    public BlobKeyOperations(@Reference FileBlobs blobs) {
        this.blobs = blobs;
    }

    /** The number of organizations with a new or rewrapped data key. */
    public record Rotated(int organizations) {}

    @Operation(
            command = "blobs rotate-key",
            help = "Encrypt new blobs with new data keys; existing blobs stay readable with the previous keys",
            needs = Needs.HOME)
    public Rotated rotateKey(
            @Nullable @Help("the id of the only organization whose key is changed") String organization) {
        try {
            Set<String> all = blobs.folder().organizations();
            if (organization != null && !all.contains(organization)) {
                throw new OperationException(
                        Reason.NOT_FOUND, "The organization " + organization + " has no blobs; check its id.");
            }
            Set<String> chosen = organization == null ? all : Set.of(organization);
            blobs.rings().rotate(chosen);
            return new Rotated(chosen.size());
        } catch (IOException e) {
            throw failed(e);
        }
    }

    @Operation(
            command = "blobs rotate-master-key",
            help = "Make a new secrets/blob.key and wrap all data keys with it; earlier backups need the previous key",
            needs = Needs.HOME)
    public Rotated rotateMasterKey() {
        try {
            return new Rotated(blobs.rings().changeMaster());
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static OperationException failed(IOException e) {
        return new OperationException(
                Reason.CONFLICT,
                e instanceof BlobKeyException keys
                        ? keys.what() + " " + keys.remedy()
                        : "The keys cannot be written: " + e
                                + ". Check that svc may write in secrets/ and data/blobs and that the"
                                + " disk has room, then run the command again: it continues where it stopped.");
    }
}
