package svc.cap.v2.streaming;

import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.jmap.MethodError;
import svc.api.jmap.query.QueryRunner;
import svc.api.store.StateBus;
import svc.api.time.Clock;

/**
 * Runs the subscribed queries of a sign-in again after its account has changed. A round runs each query once, and can
 * cover several changes. The queries run on separate threads, because a query may take long.
 */
@Component(service = QueryWatch.class)
public final class QueryWatch {

    private static final Logger LOG = LoggerFactory.getLogger(QueryWatch.class);
    private static final int THREADS = 2;

    /** The time limit of a query. */
    static final Duration LONGEST = Duration.ofSeconds(10);

    /**
     * After each round, the queries of a sign-in pause for this multiple of the duration of the round, so that they use
     * at most a tenth of a thread.
     */
    private static final int PAUSES = 9;

    /**
     * The minimum time between two rounds. The first change causes a round at once, and all further changes within this
     * time together cause one more round.
     */
    private static final Duration PAUSE = Duration.ofMillis(250);

    private static final Duration TROUBLE = Duration.ofSeconds(5);

    /** Errors after which a query is tried again. */
    private static final Set<String> PASSING = Set.of("serverUnavailable", "serverFail");

    private final QueryRunner queries;
    private final Clock clock;
    private final Executor executor;
    private final Duration atLeast;
    private final Runnable end;
    private final Map<Long, Set<SignInSubscriptions>> subscriptions = new ConcurrentHashMap<>();

    @Activate
    public QueryWatch(@Reference QueryRunner queries, @Reference Clock clock, @Reference StateBus bus) {
        AtomicInteger numbers = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS, task -> {
            Thread thread = new Thread(task, "svc-queries-" + numbers.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        this.queries = queries;
        this.clock = clock;
        this.executor = threads;
        this.atLeast = PAUSE;
        StateBus.Registration listening = bus.listen(change -> accountChanged(change.account()));
        this.end = () -> {
            listening.close();
            threads.shutdown();
        };
    }

    /** Creates an instance for tests: no listener and no pauses. */
    QueryWatch(QueryRunner queries, Clock clock, Executor executor) {
        this.queries = queries;
        this.clock = clock;
        this.executor = executor;
        this.atLeast = Duration.ZERO;
        this.end = () -> {};
    }

    @Deactivate
    void stop() {
        end.run();
    }

    /**
     * Starts to run the queries of a sign-in after changes of its account. Also runs the queries now, because they did
     * not run while no stream was open.
     */
    void watch(SignInSubscriptions one) {
        subscriptions.compute(account(one), (account, others) -> {
            Set<SignInSubscriptions> all = others == null ? ConcurrentHashMap.newKeySet() : others;
            all.add(one);
            return all;
        });
        if (!one.all().isEmpty()) {
            evaluate(one);
        }
    }

    /** Stops running the queries of a sign-in that has no open stream. */
    void stopWatching(SignInSubscriptions one) {
        subscriptions.computeIfPresent(account(one), (account, all) -> {
            if (!one.open()) {
                all.remove(one);
            }
            return all.isEmpty() ? null : all;
        });
    }

    private static long account(SignInSubscriptions one) {
        return one.caller().account().n();
    }

    private void accountChanged(long account) {
        subscriptions.getOrDefault(account, Set.of()).forEach(this::evaluate);
    }

    /** Requests a round for a sign-in. */
    void evaluate(SignInSubscriptions changed) {
        if (changed.ask()) {
            run(changed);
        }
    }

    private void run(SignInSubscriptions changed) {
        try {
            executor.execute(() -> drain(changed));
        } catch (RejectedExecutionException e) {
            LOG.debug("The query watch is closed", e);
        }
    }

    private void drain(SignInSubscriptions changed) {
        changed.begin();
        Duration pause = evaluateAll(changed);
        if (atLeast.isZero()) {
            next(changed);
        } else {
            clock.schedule(pause.compareTo(atLeast) < 0 ? atLeast : pause, () -> next(changed));
        }
    }

    private void next(SignInSubscriptions changed) {
        if (changed.needsRerun()) {
            run(changed);
        }
    }

    /** Runs each query; returns the pause before the next round. */
    private Duration evaluateAll(SignInSubscriptions changed) {
        if (!changed.open()) {
            return Duration.ZERO; // the next stream that opens requests a round
        }
        long start = clock.nanos();
        boolean moved = false;
        boolean failed = false;
        for (QuerySubscription one : changed.all()) {
            Looked looked = one.ended().isPresent() ? Looked.SAME : evaluate(changed, one);
            moved |= looked == Looked.MOVED;
            failed |= looked == Looked.TROUBLE;
        }
        if (moved) {
            changed.wake();
        }
        Duration pause = Duration.ofNanos((clock.nanos() - start) * PAUSES);
        if (!failed) {
            return pause;
        }
        changed.ask();
        return pause.compareTo(TROUBLE) < 0 ? TROUBLE : pause;
    }

    private enum Looked {
        SAME,
        MOVED,
        TROUBLE
    }

    private Looked evaluate(SignInSubscriptions changed, QuerySubscription one) {
        try {
            return one.update(queries.run(changed.caller(), one.request(), LONGEST)) ? Looked.MOVED : Looked.SAME;
        } catch (MethodError e) {
            if (PASSING.contains(e.type())) {
                return Looked.TROUBLE;
            }
            one.end(e.type());
            return Looked.MOVED;
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("A subscribed query failed; it will be retried", e);
            return Looked.TROUBLE;
        }
    }
}
