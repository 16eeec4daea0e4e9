package svc.delivery.queue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.DeliveryStatus.State;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.lifecycle.Maintenance;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;
import svc.api.time.Clock;

/**
 * Counts the delivery attempts. Reports these counts and the number of waiting recipients as metrics, and a late
 * delivery as a finding of a health check. Thread-safe.
 */
@Component(service = {QueueMonitor.class, MetricSource.class, HealthCheck.class})
public final class QueueMonitor implements MetricSource, HealthCheck {

    private static final String TURNS = "delivery_turns_total";
    private static final String TURNS_HELP = "Delivery attempts, by outcome.";
    private static final String WAITING = "queue_recipients";
    private static final String WAITING_HELP = "Recipients in the queue: not yet tried, and waiting for a retry.";

    private static final String NAME = "mail-queue";

    /** A working server starts a due delivery within this time. */
    private static final Duration LATE = Duration.ofMinutes(10);

    private final DurableQueue queue;
    private final Clock clock;
    private final Maintenance maintenance;
    private final LongAdder delivered = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder deferred = new LongAdder();

    @Activate
    public QueueMonitor(@Reference DurableQueue queue, @Reference Clock clock, @Reference Maintenance maintenance) {
        this.queue = queue;
        this.clock = clock;
        this.maintenance = maintenance;
    }

    public void count(State state) {
        switch (state) {
            case DELIVERED, RELAYED -> delivered.increment();
            case FAILED -> failed.increment();
            case WAITING -> deferred.increment();
        }
    }

    @Override
    public void collect(MetricSink sink) {
        sink.counter(TURNS, TURNS_HELP, delivered.sum(), "outcome", "delivered");
        sink.counter(TURNS, TURNS_HELP, failed.sum(), "outcome", "failed");
        sink.counter(TURNS, TURNS_HELP, deferred.sum(), "outcome", "deferred");
        long[] waiting = queue.read(QueueRows::waiting);
        sink.gauge(WAITING, WAITING_HELP, (double) waiting[0], "state", "queued");
        sink.gauge(WAITING, WAITING_HELP, (double) waiting[1], "state", "deferred");
    }

    @Override
    public String family() {
        return "queue";
    }

    @Override
    public List<String> checks() {
        return List.of(NAME);
    }

    @Override
    public List<Finding> run() {
        long[] waiting = queue.read(QueueRows::waiting);
        Optional<Instant> next = queue.read(QueueRows::next);
        boolean isLate = next.isPresent()
                && next.get().isBefore(clock.now().minus(LATE))
                && maintenance.readOnly().isEmpty(); // which holds local deliveries
        Finding finding = isLate
                ? Finding.fail(
                        NAME,
                        "A message has been due since " + next.get() + " and is not being delivered.",
                        "`svc queue list` shows the waiting recipients, and `svc logs summary` the reason.")
                : Finding.ok(NAME, waiting[0] + waiting[1] + " recipients are waiting for delivery.");
        return List.of(finding.with(Map.of("queued", waiting[0], "deferred", waiting[1])));
    }
}
