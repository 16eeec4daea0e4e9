package svc.health;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.health.HealthCheck.Cost;
import svc.api.health.HealthChecks;
import svc.api.health.HealthChecks.Result;
import svc.api.lifecycle.LifecycleStep;
import svc.api.store.StoreException;
import svc.api.time.BackgroundWork;
import svc.api.time.Clock;
import svc.health.StoredRounds.NewRound;

/**
 * Runs a health round after the start and at each quarter of an hour (HLTH-01), and reports its failures. Rounds that
 * cannot be stored stay in memory, and are stored with a later round.
 */
@Component(service = Callable.class, immediate = true)
@LifecycleStep(phase = LifecycleStep.Phase.READY)
public final class RoundSchedule implements Callable<String> {

    /** The first round is not made while the server starts. */
    static final Duration QUIET = Duration.ofMinutes(1);

    static final Duration PERIOD = Duration.ofMinutes(15);

    /** The number of rounds that wait in memory at most: those of a day. */
    static final int MOST_WAITING = 96;

    private static final Logger LOG = LoggerFactory.getLogger(RoundSchedule.class);

    private final HealthChecks checks;
    private final StoredRounds rounds;
    private final FailureNotices notices;
    private final Clock clock;
    private final BackgroundWork work;

    /** The rounds to store. Only the thread of the work uses it. */
    private final Deque<NewRound> waiting = new ArrayDeque<>();

    @Activate
    public RoundSchedule(
            @Reference HealthChecks checks,
            @Reference StoredRounds rounds,
            @Reference FailureNotices notices,
            @Reference Clock clock) {
        this.checks = checks;
        this.rounds = rounds;
        this.notices = notices;
        this.clock = clock;
        this.work = new BackgroundWork("svc-health", clock, RoundSchedule::failed);
    }

    private static void failed(RuntimeException e) {
        LOG.error("A health round failed; the next one runs at its time", e);
    }

    @Override
    public String call() {
        work.in(QUIET, this::run);
        return "";
    }

    @Deactivate
    public void stop() {
        work.stop();
    }

    private void run() {
        Instant now = clock.now();
        long period = PERIOD.toMillis();
        Instant next = Instant.ofEpochMilli((now.toEpochMilli() / period + 1) * period);
        work.at(next, this::run);
        Instant at = now.truncatedTo(ChronoUnit.SECONDS);
        List<Result> results = checks.run(Optional.empty(), Set.of(Cost.CHEAP));
        store(rounds.round(at, results), now.minus(StoredRounds.KEPT));
        if (!work.isStopped()) {
            report(at, results);
        }
    }

    private void store(NewRound round, Instant oldest) {
        if (waiting.size() == MOST_WAITING) {
            waiting.removeFirst();
        }
        waiting.addLast(round);
        try {
            rounds.add(List.copyOf(waiting), oldest);
            waiting.clear();
        } catch (StoreException e) {
            if (!work.isStopped()) {
                LOG.warn("A health round cannot be stored; {} rounds wait in memory: {}", waiting.size(), e.toString());
            }
        }
    }

    private void report(Instant at, List<Result> results) {
        try {
            notices.report(at, results);
        } catch (StoreException e) {
            if (!work.isStopped()) {
                LOG.warn("The failures of checks cannot be stored; the next round tries again: {}", e.toString());
            }
        }
    }
}
