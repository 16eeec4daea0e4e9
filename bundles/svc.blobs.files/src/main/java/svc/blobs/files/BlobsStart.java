package svc.blobs.files;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.lifecycle.LifecycleStep;
import svc.api.lifecycle.StartupException;

/**
 * The start step that verifies the key of the blobs, creates it at the first start, and cleans up after a crash. The
 * step prevents the start when the key is missing or does not belong to the blobs.
 */
@Component(service = Callable.class)
@LifecycleStep(phase = LifecycleStep.Phase.VERIFY)
public final class BlobsStart implements Callable<String> {

    private final PackedBlobs blobs;

    @Activate
    public BlobsStart(@Reference PackedBlobs blobs) {
        this.blobs = blobs;
    }

    @Override
    public String call() {
        try {
            blobs.begin();
            return "";
        } catch (BlobKeyException e) {
            throw new StartupException(e.what(), e.remedy());
        } catch (IOException e) {
            throw new StartupException(
                    blobs + " cannot be used: " + e,
                    "Make sure that svc can read and write there and in secrets/, and that the disk has free space.");
        }
    }
}
