package svc.blobs;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.blob.NoRoom;
import svc.api.time.Clock;

/** Tells the operator that there is no room for blobs; while that lasts not for each of them, but now and then. Any thread. */
@Component(service = Space.class)
public final class Space {

    private static final Logger LOG = LoggerFactory.getLogger(Space.class);
    private static final Duration QUIET = Duration.ofMinutes(10);

    private final Clock clock;
    private final AtomicReference<Instant> next = new AtomicReference<>(Instant.MIN);

    /** By this clock. */
    @Activate
    public Space(@Reference Clock clock) {
        this.clock = clock;
    }

    /** What is answered to whoever sent it. */
    Trouble none(NoRoom why) {
        Instant now = clock.now();
        Instant due = next.get();
        if (!now.isBefore(due) && next.compareAndSet(due, now.plus(QUIET))) {
            LOG.error("A blob was refused, and so are others until there is room on the disk: {}", why.getMessage());
        }
        return Trouble.NO_ROOM;
    }
}
