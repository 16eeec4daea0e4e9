package svc.blobs.recovery;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobId;
import svc.api.blob.BlobUnavailableException;

/** Logs lost blobs, once per blob. Thread-safe. */
@Component(service = DataLossLog.class)
public final class DataLossLog {

    private static final Logger LOG = LoggerFactory.getLogger(DataLossLog.class);
    private static final int REMEMBERED = 10_000;

    private final AtomicLong lost = new AtomicLong();
    private final Set<String> told = Collections.synchronizedSet(Collections.newSetFromMap(new Told()));

    /** The most recently logged blobs. */
    private static final class Told extends LinkedHashMap<String, Boolean> {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    }

    /** Logs that the bytes of a blob are missing or damaged. */
    public void lost(String organization, BlobId id, String why) {
        if (told.add(organization + " " + id)) {
            lost.incrementAndGet();
            LOG.error("Data loss: the blob {} of the organization {}: {}", id, organization, why);
        }
    }

    /**
     * Logs that the bytes of a blob could not be read. A missing key or backup is not logged here, because no data is
     * lost, and the part of the server that needs it logs the problem.
     */
    public void unreadable(String organization, BlobId id, IOException why) {
        if (!(why instanceof BlobUnavailableException)) {
            lost(organization, id, String.valueOf(why.getMessage()));
        }
    }

    /** Returns the number of lost blobs since the start. */
    public long count() {
        return lost.get();
    }
}
