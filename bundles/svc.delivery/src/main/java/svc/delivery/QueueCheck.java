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

/** Health check: whether due messages are delivered. */
@Component(service = HealthCheck.class)
public final class QueueCheck implements HealthCheck {

    private static final String NAME = "mail-queue";

    /** A working server starts a due delivery within this time. */
    private static final Duration LATE = Duration.ofMinutes(10);

    private final DurableQueue queue;
    private final Clock clock;

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
    public List<String> checks() {
        return List.of(NAME);
    }

    @Override
    public List<Finding> run() {
        long[] waiting = queue.read(QueueRows::waiting);
        Optional<Instant> next = queue.read(QueueRows::next);
        Finding finding = next.isPresent() && next.get().isBefore(clock.now().minus(LATE))
                ? Finding.fail(
                        NAME,
                        "A message has been due since " + next.get() + " and is not being delivered.",
                        "The log has the reason; `svc queue list` shows the waiting recipients.")
                : Finding.ok(NAME, waiting[0] + waiting[1] + " recipients are waiting for delivery.");
        return List.of(finding.with(Map.of("queued", waiting[0], "deferred", waiting[1])));
    }
}
