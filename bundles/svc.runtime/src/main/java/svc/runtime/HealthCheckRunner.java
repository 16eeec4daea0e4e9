package svc.runtime;

import static java.util.Comparator.comparing;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.health.HealthCheck.Cost;
import svc.api.health.HealthChecks;
import svc.api.store.StoreException;

/**
 * Runs the health checks side by side. A check that does not return keeps one daemon thread, and is not called again
 * before it returns. A late check is not interrupted, because an interrupt would close the file channels that it reads.
 */
@Component(service = HealthChecks.class)
public final class HealthCheckRunner implements HealthChecks {

    /** The detail of the checks that need the store, while no server runs. */
    static final String CLOSED = "It needs the store, which is closed while no server runs.";

    static final String LATE = "The check did not answer in time.";

    private static final Logger LOG = LoggerFactory.getLogger(HealthCheckRunner.class);

    /** The time after which another check starts beside a cheap check that has not returned. */
    private static final Duration CHEAP = Duration.ofSeconds(1);

    /** A run waits for late checks until it has taken this many times the longest of these times. */
    private static final int LIMITS = 3;

    /** The factor between the times of cheap checks and of other checks. */
    private static final int LONGER = 30;

    /** The number of checks that run at the same time, and a late check does not count. */
    private static final int AT_ONCE = Math.max(4, Runtime.getRuntime().availableProcessors());

    /** The reference is dynamic, so that checks may be registered and unregistered while others run. */
    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<HealthCheck> checks;

    private final Duration limit;
    private final ConcurrentMap<HealthCheck, CompletableFuture<List<Finding>>> running = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newCachedThreadPool(work -> {
        Thread thread = new Thread(work, "svc-health-check");
        thread.setDaemon(true);
        return thread;
    });

    @Activate
    public HealthCheckRunner() {
        this(List.of(), CHEAP);
    }

    HealthCheckRunner(List<HealthCheck> checks, Duration limit) {
        this.checks = checks;
        this.limit = limit;
    }

    @Deactivate
    void stop() {
        threads.shutdown();
    }

    @Override
    public Set<String> families() {
        return checks.stream().map(HealthCheck::family).collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public List<Result> run(Optional<String> family, Set<Cost> costs) {
        List<HealthCheck> selected = checks.stream()
                .filter(check -> family.isEmpty() || check.family().equals(family.get()))
                .toList();
        Duration longest = selected.stream()
                .map(HealthCheck::cost)
                .filter(costs::contains)
                .map(this::limit)
                .reduce(limit, (one, other) -> one.compareTo(other) > 0 ? one : other);
        CompletableFuture<Boolean> end = new CompletableFuture<Boolean>()
                .completeOnTimeout(true, longest.multipliedBy(LIMITS).toMillis(), MILLISECONDS);
        Semaphore free = new Semaphore(AT_ONCE);
        List<CompletableFuture<List<Result>>> answers = new ArrayList<>();
        for (HealthCheck check : selected) {
            CompletableFuture<List<Finding>> answer = costs.contains(check.cost())
                    ? answer(check, free, end)
                    : CompletableFuture.completedFuture(leftOut(check));
            answers.add(answer.thenApply(findings -> findings.stream()
                    .map(finding -> new Result(check.family(), finding))
                    .toList()));
        }
        return answers.stream()
                .flatMap(answer -> answer.join().stream())
                .sorted(comparing(Result::family)
                        .thenComparing(result -> result.finding().check()))
                .toList();
    }

    /** Waits until another check may start. Returns the findings of the check, which arrive before the end of the run. */
    private CompletableFuture<List<Finding>> answer(HealthCheck check, Semaphore free, CompletableFuture<Boolean> end) {
        free.acquireUninterruptibly();
        if (end.isDone()) {
            free.release();
            return CompletableFuture.completedFuture(late(check));
        }
        CompletableFuture<List<Finding>> findings = start(check);
        CompletableFuture<?> unused = findings.copy()
                .completeOnTimeout(List.of(), limit(check.cost()).toMillis(), MILLISECONDS)
                .whenComplete((some, failure) -> free.release());
        return findings.applyToEither(end.thenApply(any -> late(check)), Function.identity());
    }

    private Duration limit(Cost cost) {
        return cost == Cost.CHEAP ? limit : limit.multipliedBy(LONGER);
    }

    /** Starts a check, unless it runs already. Returns the findings of the current run. */
    private CompletableFuture<List<Finding>> start(HealthCheck check) {
        CompletableFuture<List<Finding>> own = new CompletableFuture<>();
        CompletableFuture<List<Finding>> earlier = running.putIfAbsent(check, own);
        if (earlier != null) {
            return earlier;
        }
        threads.execute(() -> {
            try {
                List<Finding> findings = examine(check);
                running.remove(check);
                own.complete(findings);
            } finally {
                running.remove(check, own); // after an error of the virtual machine, too
            }
        });
        return own;
    }

    private static List<Finding> examine(HealthCheck check) {
        try {
            return check.run();
        } catch (RuntimeException | LinkageError e) {
            if (e instanceof StoreException problem && problem.kind() == StoreException.Kind.CLOSED) {
                return each(check, name -> Finding.skipped(name, CLOSED));
            }
            LOG.error("The health check {} failed", names(check).get(0), e);
            String what = "The check itself failed: " + e.getClass().getSimpleName() + ".";
            return each(check, name -> Finding.fail(name, what, "Look into the log: `svc logs summary`."));
        }
    }

    private static List<Finding> late(HealthCheck check) {
        String remedy = "Run `svc doctor --only " + check.family() + "` once more.";
        return each(check, name -> Finding.warn(name, LATE, remedy).with(HealthChecks.LATE));
    }

    private static List<Finding> leftOut(HealthCheck check) {
        String detail = check.cost() == Cost.SLOW
                ? "The check reads much; `svc doctor --slow` runs it."
                : "The check asks other machines; `svc doctor --outside` runs it.";
        return each(check, name -> Finding.skipped(name, detail));
    }

    private static List<Finding> each(HealthCheck check, Function<String, Finding> finding) {
        return names(check).stream().map(finding).toList();
    }

    private static List<String> names(HealthCheck check) {
        return check.checks().isEmpty() ? List.of(check.family()) : check.checks();
    }
}
