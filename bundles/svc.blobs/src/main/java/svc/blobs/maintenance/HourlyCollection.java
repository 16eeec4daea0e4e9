package svc.blobs.maintenance;

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
import svc.api.lifecycle.Maintenance;
import svc.api.lifecycle.MaintenanceWindow;
import svc.api.time.Clock;

/**
 * Runs the garbage collector once an hour on its own thread. Files without a row, which only a crash leaves behind, are
 * collected once a day, because this requires a list of all files. The first run is an hour after the start, so that it
 * does not slow down the start.
 */
@Component(service = HourlyCollection.class, immediate = true)
public final class HourlyCollection {

    private static final Logger LOG = LoggerFactory.getLogger(HourlyCollection.class);
    private static final Duration PAUSE = Duration.ofHours(1);
    private static final Duration DAY = Duration.ofDays(1);

    private final BlobGarbageCollector collector;
    private final Clock clock;
    private final Maintenance maintenance;
    private final MaintenanceWindow window;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(work -> new Thread(work, "svc-blobs"));
    private @Nullable Instant strays;
    private Instant lastHeavy;
    private Clock.Alarm alarm;

    @Activate
    public HourlyCollection(
            @Reference BlobGarbageCollector collector,
            @Reference Clock clock,
            @Reference Maintenance maintenance,
            @Reference MaintenanceWindow window) {
        this.collector = collector;
        this.clock = clock;
        this.maintenance = maintenance;
        this.window = window;
        this.lastHeavy = clock.now();
        this.alarm = clock.schedule(PAUSE, this::runIfDue);
    }

    private synchronized void runIfDue() {
        if (!thread.isShutdown()) {
            thread.execute(this::collect);
            alarm = clock.schedule(PAUSE, this::runIfDue);
        }
    }

    private void collect() {
        try {
            if (maintenance.readOnly().isEmpty()) {
                collector.loose();
                if (window.permits(lastHeavy)) {
                    lastHeavy = clock.now();
                    collectWithoutRows();
                }
            }
        } catch (RuntimeException e) {
            LOG.warn("Garbage collection of blobs failed; it will be retried in an hour", e);
        }
    }

    /** Collects the bytes that a crash left without a row. */
    private void collectWithoutRows() {
        collector.compact();
        Instant now = clock.now();
        Instant last = strays;
        if (last == null || !now.isBefore(last.plus(DAY))) {
            strays = now;
            collector.strays();
        }
    }

    /** Stops the collection; a run in progress ends after its current portion. */
    @Deactivate
    public synchronized void stop() {
        alarm.cancel();
        collector.stop();
        thread.shutdown();
    }
}
