package svc.blobs.files;

import java.io.IOException;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.operation.AdminOperation;
import svc.api.operation.NoArguments;

/** {@code svc blobs rotate-master-key}: a new {@code secrets/blob.key}, by which all data keys are wrapped anew. */
@Component(service = AdminOperation.class)
public final class RotateMasterKeyOperation implements AdminOperation<NoArguments, RotateMasterKeyOperation.Rewrapped> {

    private final FileBlobs blobs;

    /** Acts when asked. */
    @Activate
    public RotateMasterKeyOperation(@Reference FileBlobs blobs) {
        this.blobs = blobs;
    }

    @Override
    public String noun() {
        return "blobs";
    }

    @Override
    public String verb() {
        return "rotate-master-key";
    }

    @Override
    public String help() {
        return "Make a new secrets/blob.key and wrap all data keys with it; backups made before need the key before";
    }

    @Override
    public Class<NoArguments> arguments() {
        return NoArguments.class;
    }

    @Override
    public Rewrapped run(NoArguments arguments) {
        try {
            return new Rewrapped(blobs.rings().changeMaster());
        } catch (IOException e) {
            throw KeyRefusal.of(e);
        }
    }

    @Override
    public boolean offline() {
        return true;
    }

    /**
     * What was done.
     *
     * @param organizations of how many organizations the data keys were wrapped anew
     */
    public record Rewrapped(int organizations) {}
}
