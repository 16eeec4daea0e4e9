package svc.blobs.files;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.boot.BootRefusal;
import svc.api.boot.BootStep;

/** Refuses the start when the key of the blobs is gone or another; makes it at the first start. Cleans up after a crash. */
@Component(service = Callable.class)
@BootStep(moment = BootStep.Moment.VERIFY)
public final class BlobsStart implements Callable<String> {

    private final FileBlobs blobs;

    /** Acts when the moment comes. */
    @Activate
    public BlobsStart(@Reference FileBlobs blobs) {
        this.blobs = blobs;
    }

    @Override
    public String call() {
        try {
            blobs.begin();
            return "";
        } catch (KeyTrouble e) {
            throw new BootRefusal(e.what(), e.remedy());
        } catch (IOException e) {
            throw new BootRefusal(
                    blobs + " cannot be used: " + e,
                    "See that svc may read and write there and in secrets/, and that the disk has room.");
        }
    }
}
