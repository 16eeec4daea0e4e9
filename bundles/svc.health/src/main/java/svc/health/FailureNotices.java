package svc.health;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.Designate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.health.Finding;
import svc.api.health.Finding.Status;
import svc.api.health.HealthChecks;
import svc.api.health.HealthChecks.Result;
import svc.api.lifecycle.Maintenance;
import svc.api.store.Store;

/**
 * Notices about new failures of checks and about their ends, in the log and by mail. The failures are stored after the
 * message is in the queue: if the server dies in between, the message is sent again after the next start, and no notice
 * is lost. Only the thread of the rounds uses it.
 */
@Component(service = FailureNotices.class, configurationPid = "svc.health")
@Designate(ocd = HealthConfig.class)
public final class FailureNotices {

    private static final Logger LOG = LoggerFactory.getLogger(FailureNotices.class);

    /** A queue that does not work cannot send mail about itself. */
    private static final String QUEUE = "queue";

    /** The number of failures in one message. The next round reports the others. */
    static final int MOST = 100;

    private final List<String> recipients;
    private final StoredFailures table;
    private final Maintenance maintenance;
    private final List<Failure> failures = new ArrayList<>();
    private final Set<Attempt> attempts = new HashSet<>();

    private volatile @Nullable NoticeMail mail;

    /** What the table contains; null before it was read. */
    private @Nullable List<Failure> stored;

    @Activate
    public FailureNotices(HealthConfig config, @Reference Store store, @Reference Maintenance maintenance) {
        this(List.of(config.notify$()), store, maintenance);
    }

    /**
     * Creates the object without a service that sends mail.
     *
     * @param recipients the addresses that get mail
     */
    public FailureNotices(List<String> recipients, Store store, Maintenance maintenance) {
        this.recipients = recipients.stream().distinct().toList();
        this.table = new StoredFailures(store);
        this.maintenance = maintenance;
    }

    /** A failure of which the log says that it could not be mailed. */
    private record Attempt(String check, Instant begin) {}

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC, unbind = "disconnect")
    void connect(NoticeMail service) {
        mail = service;
    }

    void disconnect(NoticeMail service) {
        if (service.equals(mail)) {
            mail = null;
        }
    }

    /**
     * Reports the failures that begin or end with a round.
     *
     * @throws svc.api.store.StoreException the failures cannot be stored; the next call tries again
     */
    void report(Instant at, List<Result> results) {
        if (stored == null) {
            stored = table.read();
            failures.addAll(stored);
        }
        Map<String, Result> found = worst(results);
        failures.replaceAll(failure -> followed(failure, found, at));
        found.values().stream().filter(FailureNotices::fails).forEach(result -> add(result, at));
        Instant oldest = at.minus(StoredRounds.KEPT);
        failures.removeIf(failure -> (failure.isOver() && !isForMail(failure)) || failure.wasOver(oldest));
        mail(at);
        if (!failures.equals(stored)) {
            table.replace(failures);
            stored = List.copyOf(failures);
        }
    }

    /** Returns the worst result of each check that measured something. */
    private static Map<String, Result> worst(List<Result> results) {
        Map<String, Result> worst = new TreeMap<>();
        for (Result result : results) {
            Finding finding = result.finding();
            if (finding.status() != Status.SKIPPED && !finding.facts().equals(HealthChecks.LATE)) {
                worst.merge(finding.check(), result, (one, other) -> fails(one) ? one : other);
            }
        }
        return worst;
    }

    private static boolean fails(Result result) {
        return result.finding().status() == Status.FAIL;
    }

    private static Failure followed(Failure failure, Map<String, Result> found, Instant at) {
        Result result = found.get(failure.check());
        if (failure.isOver() || result == null || fails(result)) {
            return failure;
        }
        LOG.info(
                "The check {} does not fail any more: {}",
                failure.check(),
                result.finding().detail());
        return failure.over(at);
    }

    private void add(Result result, Instant at) {
        Failure failure = Failure.of(result, at);
        if (failures.stream()
                .noneMatch(known -> !known.isOver() && known.check().equals(failure.check()))) {
            LOG.warn("The check {} fails: {} {}", failure.check(), failure.detail(), failure.remedy());
            failures.add(failure);
        }
    }

    private boolean isForMail(Failure failure) {
        return !recipients.isEmpty() && !failure.family().equals(QUEUE);
    }

    /** During a maintenance no mail is sent; the first round after it reports the failures. */
    private void mail(Instant at) {
        List<Failure> due = failures.stream()
                .filter(failure -> isForMail(failure) && (failure.isOver() || !failure.isMailed()))
                .limit(MOST)
                .toList();
        if (due.isEmpty() || maintenance.current().isPresent()) {
            return;
        }
        NoticeMail service = mail;
        Optional<String> problem = service == null
                ? Optional.of("the server has no service that sends mail")
                : service.send(recipients, at, due);
        if (problem.isPresent()) {
            log(due, problem.get());
            return;
        }
        failures.removeIf(failure -> failure.isOver() && due.contains(failure));
        failures.replaceAll(failure -> due.contains(failure) ? failure.mailed() : failure);
        attempts.clear();
    }

    private void log(List<Failure> due, String problem) {
        List<String> checks = due.stream()
                .filter(failure -> attempts.add(new Attempt(failure.check(), failure.begin())))
                .map(Failure::check)
                .toList();
        if (!checks.isEmpty()) {
            LOG.warn(
                    "The notice about {} was not mailed, and the next round tries again: {}",
                    Finding.names(checks),
                    problem);
        }
    }
}
