package svc.delivery;

import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.DeliveryStatus.State;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/**
 * Metrics: delivery attempts by outcome since the start of the server, and recipients that wait in the queue.
 * Thread-safe.
 */
@Component(service = {DeliveryMetrics.class, MetricSource.class})
public final class DeliveryMetrics implements MetricSource {

    private static final String TURNS = "delivery_turns_total";
    private static final String TURNS_HELP = "Delivery attempts, by outcome.";
    private static final String WAITING = "queue_recipients";
    private static final String WAITING_HELP = "Recipients in the queue: not yet tried, and waiting for a retry.";

    private final DurableQueue queue;
    private final LongAdder delivered = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder deferred = new LongAdder();

    @Activate
    public DeliveryMetrics(@Reference DurableQueue queue) {
        this.queue = queue;
    }

    void count(State state) {
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
}
