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
import svc.api.jmap.Queries;
import svc.api.store.StateBus;
import svc.api.time.Clock;

/**
 * Looks what stands in the windows that clients follow, when something has changed: once however much it was, and away from those
 * who write to clients, for a query may take its time.
 */
@Component(service = QueryWatch.class)
public final class QueryWatch {

    private static final Logger LOG = LoggerFactory.getLogger(QueryWatch.class);
    private static final int THREADS = 2;

    /** A query that takes longer is given up. */
    static final Duration LONGEST = Duration.ofSeconds(10);

    /** Of the time of a thread a sign-in gets a tenth at most. */
    private static final int PAUSES = 9;

    /** The first change is looked at at once; those that follow within this time are looked at together. */
    private static final Duration PAUSE = Duration.ofMillis(250);

    private static final Duration TROUBLE = Duration.ofSeconds(5);

    /** With these a query may be answered the next time. */
    private static final Set<String> PASSING = Set.of("serverUnavailable", "serverFail");

    private final Queries queries;
    private final Clock clock;
    private final Executor executor;
    private final Duration atLeast;
    private final Runnable end;
    private final Map<Long, Set<Subscriptions>> followed = new ConcurrentHashMap<>();

    /** Looks there, when something is heard from here. */
    @Activate
    public QueryWatch(@Reference Queries queries, @Reference Clock clock, @Reference StateBus bus) {
        AtomicInteger numbers = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS, work -> {
            Thread thread = new Thread(work, "svc-queries-" + numbers.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        this.queries = queries;
        this.clock = clock;
        this.executor = threads;
        this.atLeast = PAUSE;
        StateBus.Listening listening = bus.listen(change -> heard(change.scope().n()));
        this.end = () -> {
            listening.close();
            threads.shutdown();
        };
    }

    /** Hears of nothing by itself, and looks as often as it is asked to. */
    QueryWatch(Queries queries, Clock clock, Executor executor) {
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

    /** Has the queries of a sign-in looked at now, for nobody did while nobody listened, and whenever its account changes. */
    void follow(Subscriptions one) {
        followed.compute(account(one), (account, others) -> {
            Set<Subscriptions> all = others == null ? ConcurrentHashMap.newKeySet() : others;
            all.add(one);
            return all;
        });
        if (!one.all().isEmpty()) {
            look(one);
        }
    }

    /** Has them looked at no more when nobody listens. */
    void rest(Subscriptions one) {
        followed.computeIfPresent(account(one), (account, all) -> {
            if (!one.open()) {
                all.remove(one);
            }
            return all.isEmpty() ? null : all;
        });
    }

    private static long account(Subscriptions one) {
        return one.caller().account().n();
    }

    private void heard(long account) {
        followed.getOrDefault(account, Set.of()).forEach(this::look);
    }

    /** Something changed in the account. */
    void look(Subscriptions changed) {
        if (changed.ask()) {
            run(changed);
        }
    }

    private void run(Subscriptions changed) {
        try {
            executor.execute(() -> work(changed));
        } catch (RejectedExecutionException e) {
            LOG.debug("Nobody looks at queries any more", e);
        }
    }

    private void work(Subscriptions changed) {
        changed.begin();
        Duration pause = round(changed);
        if (atLeast.isZero()) {
            next(changed);
        } else {
            clock.after(pause.compareTo(atLeast) < 0 ? atLeast : pause, () -> next(changed));
        }
    }

    private void next(Subscriptions changed) {
        if (changed.again()) {
            run(changed);
        }
    }

    /** Looks at each; how long to wait before the next round. */
    private Duration round(Subscriptions changed) {
        if (!changed.open()) {
            return Duration.ZERO; // whoever listens again has them looked at
        }
        long began = clock.nanos();
        boolean moved = false;
        boolean trouble = false;
        for (Subscription one : changed.all()) {
            Looked looked = one.ended().isPresent() ? Looked.SAME : look(changed, one);
            moved |= looked == Looked.MOVED;
            trouble |= looked == Looked.TROUBLE;
        }
        if (moved) {
            changed.wake();
        }
        Duration pause = Duration.ofNanos((clock.nanos() - began) * PAUSES);
        if (!trouble) {
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

    private Looked look(Subscriptions changed, Subscription one) {
        try {
            return one.found(queries.answer(changed.caller(), one.question(), LONGEST)) ? Looked.MOVED : Looked.SAME;
        } catch (MethodError e) {
            if (PASSING.contains(e.type())) {
                return Looked.TROUBLE;
            }
            one.end(e.type());
            return Looked.MOVED;
        } catch (RuntimeException | LinkageError e) {
            LOG.warn("A query that a client follows failed and is asked again", e);
            return Looked.TROUBLE;
        }
    }
}
