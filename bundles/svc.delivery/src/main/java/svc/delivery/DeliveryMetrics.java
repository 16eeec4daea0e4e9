package svc.delivery;

import java.util.concurrent.atomic.LongAdder;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.Destiny.Fate;
import svc.api.metrics.MetricSink;
import svc.api.metrics.MetricSource;

/** What became of messages since the server began, and how many wait. Any thread. */
@Component(service = {DeliveryTally.class, MetricSource.class})
public final class DeliveryTally implements MetricSource {

    private static final String TURNS = "delivery_turns_total";
    private static final String TURNS_HELP = "Tries to bring a message to a recipient, by what came of them.";
    private static final String WAITING = "queue_recipients";
    private static final String WAITING_HELP = "Recipients in the queue: not tried yet, and to be tried again.";

    private final DurableQueue queue;
    private final LongAdder delivered = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder deferred = new LongAdder();

    /** Of this queue. */
    @Activate
    public DeliveryTally(@Reference DurableQueue queue) {
        this.queue = queue;
    }

    void count(Fate fate) {
        switch (fate) {
            case DELIVERED, RELAYED -> delivered.increment();
            case FAILED -> failed.increment();
            case WAITING -> deferred.increment();
        }
    }

    @Override
    public void tell(MetricSink sink) {
        sink.counter(TURNS, TURNS_HELP, delivered.sum(), "outcome", "delivered");
        sink.counter(TURNS, TURNS_HELP, failed.sum(), "outcome", "failed");
        sink.counter(TURNS, TURNS_HELP, deferred.sum(), "outcome", "deferred");
        long[] waiting = queue.read(PostingRows::waiting);
        sink.gauge(WAITING, WAITING_HELP, (double) waiting[0], "state", "queued");
        sink.gauge(WAITING, WAITING_HELP, (double) waiting[1], "state", "deferred");
    }
}
