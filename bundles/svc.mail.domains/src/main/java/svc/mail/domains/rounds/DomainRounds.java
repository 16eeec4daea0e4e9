package svc.mail.domains.rounds;

import java.time.Duration;
import java.util.Iterator;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.identity.Directory;
import svc.api.lifecycle.LifecycleStep;
import svc.api.time.Clock;
import svc.mail.domains.proof.ProofCheck;
import svc.mail.domains.proof.RegisteredDomains;
import svc.mail.domains.publish.ZoneSurvey;

/**
 * Checks the DNS records of all domains, one domain a second: two minutes after the start of the server, and then every
 * six hours. Thread-safe.
 */
@Component(service = Callable.class, immediate = true)
@LifecycleStep(phase = LifecycleStep.Phase.READY)
public final class DomainRounds implements Callable<String> {

    private static final Logger LOG = LoggerFactory.getLogger(DomainRounds.class);
    private static final Duration FIRST = Duration.ofMinutes(2);
    private static final Duration PERIOD = Duration.ofHours(6);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final RegisteredDomains registered;
    private final Directory directory;
    private final ProofCheck proofs;
    private final ZoneSurvey survey;
    private final Clock clock;
    private final ExecutorService thread =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "svc-mail-domains"));
    private @Nullable Iterator<String> remaining;
    private Clock.@Nullable Alarm round;
    private Clock.@Nullable Alarm step;
    private boolean isStopped;

    @Activate
    public DomainRounds(
            @Reference RegisteredDomains registered,
            @Reference Directory directory,
            @Reference ProofCheck proofs,
            @Reference ZoneSurvey survey,
            @Reference Clock clock) {
        this.registered = registered;
        this.directory = directory;
        this.proofs = proofs;
        this.survey = survey;
        this.clock = clock;
    }

    @Override
    public synchronized String call() {
        round = clock.schedule(FIRST, this::begin);
        return "";
    }

    /** Begins a round unless the previous one is still running. */
    private synchronized void begin() {
        if (!isStopped) {
            round = clock.schedule(PERIOD, this::begin);
            thread.execute(this::collect);
        }
    }

    private void collect() {
        if (isRunning()) {
            return;
        }
        try {
            TreeSet<String> names = new TreeSet<>(directory.domains());
            registered.all().forEach(domain -> names.add(domain.name()));
            survey.retain(names);
            continueWith(names.iterator());
        } catch (RuntimeException e) {
            warn("The domains to check could not be read; the next round tries again", e);
        }
    }

    private void warn(String text, RuntimeException failure) {
        if (!isStopped()) {
            LOG.warn(text, failure);
        }
    }

    private synchronized boolean isStopped() {
        return isStopped;
    }

    private synchronized boolean isRunning() {
        return remaining != null;
    }

    private synchronized void continueWith(Iterator<String> names) {
        remaining = names;
        scheduleStep(Duration.ZERO);
    }

    private synchronized void scheduleStep(Duration delay) {
        if (isStopped) {
            return;
        }
        if (remaining != null && remaining.hasNext()) {
            String name = remaining.next();
            step = clock.schedule(delay, () -> submit(name));
        } else {
            remaining = null;
        }
    }

    private synchronized void submit(String name) {
        if (!isStopped) {
            thread.execute(() -> visit(name));
        }
    }

    private void visit(String name) {
        try {
            registered.find(name).ifPresent(proofs::check);
            survey.visit(name);
        } catch (RuntimeException e) {
            warn("The DNS records of " + name + " could not be checked; the next round tries again", e);
        } finally {
            scheduleStep(PAUSE);
        }
    }

    @Deactivate
    public synchronized void stop() {
        isStopped = true;
        if (round != null) {
            round.cancel();
        }
        if (step != null) {
            step.cancel();
        }
        thread.shutdownNow();
    }
}
