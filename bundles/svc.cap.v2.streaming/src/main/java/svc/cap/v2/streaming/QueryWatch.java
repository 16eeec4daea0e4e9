package svc.cap.v2.streaming;

import java.time.Duration;
import java.util.Set;
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

    /** Shorter pauses are not worth an alarm. */
    private static final Duration SHORTEST = Duration.ofMillis(10);

    private static final Duration TROUBLE = Duration.ofSeconds(5);

    /** With these a query may be answered the next time. */
    private static final Set<String> PASSING = Set.of("serverUnavailable", "serverFail");

    private final Queries queries;
    private final Clock clock;
    private final Executor executor;
    private final Duration shortest;
    private final Runnable end;

    /** Looks there. */
    @Activate
    public QueryWatch(@Reference Queries queries, @Reference Clock clock) {
        AtomicInteger numbers = new AtomicInteger();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS, work -> {
            Thread thread = new Thread(work, "svc-queries-" + numbers.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        this.queries = queries;
        this.clock = clock;
        this.executor = threads;
        this.shortest = SHORTEST;
        this.end = threads::shutdown;
    }

    /** Looks without a pause up to that long. */
    QueryWatch(Queries queries, Clock clock, Executor executor, Duration shortest) {
        this.queries = queries;
        this.clock = clock;
        this.executor = executor;
        this.shortest = shortest;
        this.end = () -> {};
    }

    @Deactivate
    void stop() {
        end.run();
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
        if (pause.compareTo(shortest) > 0) {
            clock.after(pause, () -> next(changed));
        } else {
            next(changed);
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
