package svc.blobs.files;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/** What the store of blobs counts. */
@Component(service = MetricSource.class)
public final class BlobMeters implements MetricSource {

    private final FileBlobs blobs;

    /** Of this store. */
    @Activate
    public BlobMeters(@Reference FileBlobs blobs) {
        this.blobs = blobs;
    }

    @Override
    public void tell(MetricSink sink) {
        blobs.tally().tell(sink);
    }
}
