package svc.mail.domains.rounds;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.dns.Resolver;
import svc.api.identity.Directory;
import svc.api.lifecycle.LifecycleStep;
import svc.api.time.BackgroundWork;
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
    private static final Duration PERIOD = Duration.ofHours(6);
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final RegisteredDomains registered;
    private final Directory directory;
    private final ProofCheck proofs;
    private final ZoneSurvey survey;
    private final Clock clock;
    private final BackgroundWork work;

    // Only the work, which never runs twice at the same time, uses these.
    private final Queue<String> remaining = new ArrayDeque<>();
    private Instant nextRound = Instant.EPOCH;

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
        this.work = new BackgroundWork(
                "svc-mail-domains",
                clock,
                e -> LOG.warn("The DNS records of domains could not be checked; the next round tries again", e));
    }

    @Override
    public String call() {
        work.in(Resolver.QUIET, this::begin);
        return "";
    }

    private void begin() {
        nextRound = clock.now().plus(PERIOD);
        try {
            TreeSet<String> names = new TreeSet<>(directory.domains());
            registered.all().forEach(domain -> names.add(domain.name()));
            survey.retain(names);
            remaining.addAll(names);
        } finally {
            continueRound(Duration.ZERO);
        }
    }

    private void continueRound(Duration pause) {
        String name = remaining.poll();
        if (name == null) {
            work.at(nextRound, this::begin);
        } else {
            work.in(pause, () -> visit(name));
        }
    }

    private void visit(String name) {
        try {
            registered.find(name).ifPresent(proofs::check);
            survey.visit(name);
        } finally {
            continueRound(PAUSE);
        }
    }

    @Deactivate
    public void stop() {
        work.stop();
    }
}
