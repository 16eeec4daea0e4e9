package svc.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.time.Clock;

/** Whether the queue moves. */
@Component(service = HealthCheck.class)
public final class QueueCheck implements HealthCheck {

    private static final String NAME = "mail-queue";

    /** What is due stays due no longer than that where somebody works. */
    private static final Duration LATE = Duration.ofMinutes(10);

    private final DurableQueue queue;
    private final Clock clock;

    /** Of this queue. */
    @Activate
    public QueueCheck(@Reference DurableQueue queue, @Reference Clock clock) {
        this.queue = queue;
        this.clock = clock;
    }

    @Override
    public String family() {
        return "queue";
    }

    @Override
    public List<Finding> examine() {
        long[] waiting = queue.read(PostingRows::waiting);
        Optional<Instant> next = queue.read(PostingRows::next);
        Finding finding = next.isPresent() && next.get().isBefore(clock.now().minus(LATE))
                ? Finding.fail(
                        NAME,
                        "A message has been due since " + next.get() + ", and nobody brings it.",
                        "Look into the log for why the queue cannot be worked on; `svc queue list` shows who waits.")
                : Finding.ok(NAME, waiting[0] + waiting[1] + " recipients wait for their message.");
        return List.of(finding.with(Map.of("queued", waiting[0], "deferred", waiting[1])));
    }
}
