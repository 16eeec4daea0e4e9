package svc.blobs.http;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.StorageFullException;
import svc.api.http.ProblemDetails;
import svc.api.time.Clock;

/** Logs that the disk is full, at most every ten minutes. Thread-safe. */
@Component(service = DiskFullLog.class)
public final class DiskFullLog {

    private static final Logger LOG = LoggerFactory.getLogger(DiskFullLog.class);
    private static final Duration QUIET = Duration.ofMinutes(10);

    private final Clock clock;
    private final AtomicReference<Instant> next = new AtomicReference<>(Instant.MIN);

    @Activate
    public DiskFullLog(@Reference Clock clock) {
        this.clock = clock;
    }

    /** Logs the failure and returns the response for the client. */
    public ProblemDetails none(StorageFullException why) {
        Instant now = clock.now();
        Instant nextLog = next.get();
        if (!now.isBefore(nextLog) && next.compareAndSet(nextLog, now.plus(QUIET))) {
            LOG.error("The disk is full: blobs are rejected until there is free space: {}", why.getMessage());
        }
        return BlobProblems.NO_ROOM;
    }
}
