package svc.blobs;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.time.Clock;

/**
 * Collects once an hour, on a thread of its own. Files that nobody knows, which only a crash leaves behind, are looked for once
 * a day, because that goes through all of them. Begins with the first pause, so that nothing touches the store while a server
 * starts.
 */
@Component(service = Collecting.class, immediate = true)
public final class Collecting {

    private static final Logger LOG = LoggerFactory.getLogger(Collecting.class);
    private static final Duration PAUSE = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    private final Collector collector;
    private final Clock clock;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> new Thread(work, "svc-blobs"));
    private @Nullable Instant strays;
    private Clock.Alarm alarm;

    /** Begins with the first pause. */
    @Activate
    public Collecting(@Reference Collector collector, @Reference Clock clock) {
        this.collector = collector;
        this.clock = clock;
        this.alarm = clock.after(PAUSE, this::due);
    }

    private synchronized void due() {
        if (!thread.isShutdown()) {
            thread.execute(this::collect);
            alarm = clock.after(PAUSE, this::due);
        }
    }

    private void collect() {
        try {
            collector.loose();
            Instant now = clock.now();
            Instant last = strays;
            if (last == null || !now.isBefore(last.plus(DAY))) {
                strays = now;
                collector.strays();
            }
        } catch (RuntimeException e) {
            LOG.warn("Blobs could not be collected; it is tried again in an hour", e);
        }
    }

    /** Ends it; what is under way comes to the end of its portion. */
    @Deactivate
    public synchronized void stop() {
        alarm.cancel();
        collector.stop();
        thread.shutdown();
    }
}
