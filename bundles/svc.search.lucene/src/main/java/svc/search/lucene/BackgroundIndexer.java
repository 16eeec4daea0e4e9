package svc.search.lucene;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.component.annotations.ReferenceCardinality;
import org.osgi.service.component.annotations.ReferencePolicy;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.engine.ScopeKey;
import svc.api.identity.Directory;
import svc.api.search.SearchSource;
import svc.api.store.Scope;
import svc.api.store.StateChange;
import svc.api.store.StateListener;
import svc.api.store.Store;
import svc.api.store.StoreProblem;
import svc.api.time.Clock;

/**
 * Lets the indexes follow in the background: one commit after another on a thread of its own, and between two commits a pause as
 * long as the first of them took, so that it never takes more than half of a processor. A change is followed a moment later, so
 * that many of them make one commit.
 */
@Component(service = {StateListener.class, CatchUp.class})
public final class CatchUp implements StateListener {

    private static final Logger LOG = LoggerFactory.getLogger(CatchUp.class);
    private static final Duration MOMENT = Duration.ofSeconds(2);
    private static final Duration TROUBLE = Duration.ofSeconds(30);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration IDLE = Duration.ofSeconds(10);

    /** One that comes to a server that runs is told of no moment. */
    private static final Duration LATE = Duration.ofSeconds(10);

    private final LuceneSearch search;
    private final Clock clock;
    private final Census census;
    private final ThreadPoolExecutor worker;
    private final Agenda agenda;
    private final Troubles troubles = new Troubles();
    private final Clock.Alarm late;
    private boolean begun;
    private boolean ended;
    private boolean busy;

    /** Waits for the moment to begin. */
    @Activate
    public CatchUp(
            @Reference LuceneSearch search,
            @Reference Store store,
            @Reference Directory directory,
            @Reference Clock clock) {
        this.search = search;
        this.clock = clock;
        this.census = new Census(search, store, directory);
        this.agenda = new Agenda(clock);
        this.worker =
                new ThreadPoolExecutor(1, 1, IDLE.toSeconds(), TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread thread = new Thread(work, "svc-search");
                    thread.setDaemon(true);
                    return thread;
                });
        worker.allowCoreThreadTimeOut(true);
        late = clock.after(LATE, this::begin);
        search.tell(key -> {
            begin();
            later(key, MOMENT);
        });
    }

    static Scope scope(long account) {
        return account == 0 ? Scope.system() : Scope.account(new ScopeKey(), account);
    }

    /** Ends with the commit that is being made. */
    @Deactivate
    public void end() {
        synchronized (this) {
            ended = true;
        }
        late.cancel();
        search.tell(key -> {});
        worker.shutdown();
        try {
            if (!worker.awaitTermination(IDLE.toSeconds(), TimeUnit.SECONDS)) {
                LOG.warn("A commit of a search index did not come to its end in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Looks at all accounts whether their indexes are behind, and follows from now on. */
    void begin() {
        synchronized (this) {
            if (begun) {
                return;
            }
            begun = true;
        }
        census.again();
        go(Duration.ZERO);
    }

    /** Texts of another type: those that are there may be behind. */
    @Reference(cardinality = ReferenceCardinality.MULTIPLE, policy = ReferencePolicy.DYNAMIC)
    void bindSource(SearchSource source) {
        census.again();
        go(MOMENT);
    }

    void unbindSource(SearchSource source) {
        // What was indexed stays; nothing is asked of it any more.
    }

    @Override
    public void changed(StateChange change) {
        for (String type : change.states().keySet()) {
            if (search.texts(type).isPresent()) {
                begin();
                later(new IndexKey(change.scope().n(), type), MOMENT);
            }
        }
    }

    private void later(IndexKey key, Duration delay) {
        agenda.later(key, delay, () -> go(Duration.ZERO));
    }

    /** How many indexes are known to be behind. */
    int behind() {
        return agenda.size();
    }

    /** Whether it is still looking which ones are. */
    boolean looking() {
        return census.underWay();
    }

    private void go(Duration pause) {
        synchronized (this) {
            if (!begun || ended || busy || (agenda.rests() && !census.underWay())) {
                return;
            }
            busy = true;
        }
        if (pause.isZero()) {
            submit();
        } else {
            clock.after(pause, this::submit);
        }
    }

    private void submit() {
        try {
            worker.execute(this::work);
        } catch (RejectedExecutionException e) {
            LOG.trace("The work in the background has ended", e);
        }
    }

    private void work() {
        long from = clock.nanos();
        Duration pause = TROUBLE;
        try {
            if (census.underWay()) {
                census.look().forEach(agenda::add);
            }
            agenda.first().ifPresent(this::follow);
            long took = Math.min(clock.nanos() - from, LONGEST_PAUSE.toNanos());
            pause = Duration.ofNanos(Math.max(1, took));
        } catch (RuntimeException e) {
            // Whatever it is: this is all that the thread does, and nobody else would hear of it.
            LOG.warn("Search indexes cannot be looked at now", e);
        } finally {
            synchronized (this) {
                busy = false;
            }
            go(pause);
        }
    }

    private void follow(IndexKey key) {
        boolean more = false;
        try {
            more = search.follow(key);
            troubles.over(key);
        } catch (StoreProblem e) {
            if (e.kind() == StoreProblem.Kind.NO_ACCOUNT) {
                troubles.forget(key);
            } else if (e.kind() != StoreProblem.Kind.STOPPED) {
                trouble(key, e);
            }
        } catch (IOException | RuntimeException e) { // a source is another bundle's, and may throw anything
            trouble(key, e);
        }
        if (!more) {
            agenda.done(key);
        }
    }

    private void trouble(IndexKey key, Exception e) {
        troubles.met(key, e);
        later(key, TROUBLE);
    }
}
