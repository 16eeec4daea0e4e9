package svc.maintenance;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;
import static org.osgi.service.component.annotations.ReferencePolicyOption.GREEDY;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.audit.Actor;
import svc.api.audit.AuditEvent;
import svc.api.audit.AuditEvent.Outcome;
import svc.api.audit.AuditLog;
import svc.api.lifecycle.Maintenance;
import svc.api.time.BackgroundWork;
import svc.api.time.Clock;

/** The maintenance mode of this process. A restart of the server ends it, because nothing is stored. Thread-safe. */
@Component(service = {Maintenance.class, MaintenanceMode.class})
public final class MaintenanceMode implements Maintenance {

    private static final Logger LOG = LoggerFactory.getLogger(MaintenanceMode.class);

    private final Clock clock;
    private final BackgroundWork work;
    private final Set<Runnable> waiting = new LinkedHashSet<>();

    /** Changed in synchronized methods; read by each call that writes, without a lock. */
    private volatile @Nullable Timed active;

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC, policyOption = GREEDY)
    private volatile @Nullable AuditLog audit;

    @Activate
    public MaintenanceMode(@Reference Clock clock) {
        this.clock = clock;
        this.work = new BackgroundWork(
                "svc-maintenance", clock, e -> LOG.error("The end of the maintenance was not processed completely", e));
    }

    /**
     * A maintenance with its end on the monotonic clock, which no correction of the wall clock moves.
     *
     * @param endNanos the end by {@link Clock#nanos}
     */
    private record Timed(Period period, long endNanos) {}

    @Override
    public Optional<Period> current() {
        Timed timed = active;
        return timed == null || clock.nanos() - timed.endNanos() >= 0 ? Optional.empty() : Optional.of(timed.period());
    }

    /** Begins a maintenance. Returns the one that is already active, without a change; empty if it has begun. */
    Optional<Period> begin(Duration length, boolean readOnly, String reason, String by) {
        synchronized (this) {
            Optional<Period> before = current();
            if (before.isPresent()) {
                return before;
            }
            Instant now = clock.now();
            active = new Timed(
                    new Period(readOnly, reason, by, now, now.plus(length)), clock.nanos() + length.toNanos());
            work.in(length, this::expire);
        }
        LOG.info("event=maintenance_begin read_only={} seconds={}", readOnly, length.toSeconds());
        resume(); // the end of an earlier maintenance may not have been processed yet
        return Optional.empty();
    }

    /** Ends the active maintenance. Returns what has ended; empty if none was active. */
    Optional<Period> end() {
        Optional<Period> ended;
        synchronized (this) {
            ended = current();
            if (ended.isPresent()) {
                active = null;
            }
        }
        ended.ifPresent(period -> LOG.info("event=maintenance_end by=administrator"));
        resume();
        return ended;
    }

    /** Ends the maintenance whose time is over, unless an administrator has ended it. */
    private void expire() {
        boolean ends;
        synchronized (this) {
            ends = active != null && current().isEmpty();
            if (ends) {
                active = null;
            }
        }
        if (ends) {
            LOG.info("event=maintenance_end by=time");
            resume();
            AuditLog log = audit;
            if (log != null) {
                log.record(new AuditEvent(
                        Actor.SYSTEM,
                        "maintenance.end",
                        AuditEvent.INSTANCE,
                        Optional.empty(),
                        Outcome.DONE,
                        Map.of("cause", "time")));
            }
        }
    }

    @Override
    public void whenWritable(Runnable action) {
        synchronized (this) {
            if (readOnly().isPresent()) {
                waiting.add(action);
                return;
            }
        }
        action.run();
    }

    private void resume() {
        List<Runnable> actions;
        synchronized (this) {
            if (readOnly().isPresent()) {
                return;
            }
            actions = List.copyOf(waiting);
            waiting.clear();
        }
        actions.forEach(Runnable::run);
    }

    /** Sets the audit log, for use outside the OSGi framework. */
    void keepIn(AuditLog log) {
        audit = log;
    }

    @Deactivate
    public void stop() {
        work.stop();
    }
}
