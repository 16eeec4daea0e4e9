package svc.blobs;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.BlobId;

/** The signal that data was lost: one entry in the log for each blob, however often it is asked for. Any thread. */
@Component(service = Losses.class)
public final class Losses {

    private static final Logger LOG = LoggerFactory.getLogger(Losses.class);
    private static final int REMEMBERED = 10_000;

    private final AtomicLong lost = new AtomicLong();
    private final Set<String> told = Collections.synchronizedSet(Collections.newSetFromMap(new Told()));

    /** Knows of none. */
    @Activate
    public Losses() {}

    /** So many that were told last. */
    private static final class Told extends LinkedHashMap<String, Boolean> {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    }

    /** The bytes of a blob are missing, or are not what they were. */
    void lost(String organization, BlobId id, String why) {
        if (told.add(organization + " " + id)) {
            lost.incrementAndGet();
            LOG.error("Data loss: the blob {} of the organization {}: {}", id, organization, why);
        }
    }

    /** How many since the start. */
    long count() {
        return lost.get();
    }
}
