package svc.search.lucene;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Reference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.engine.ScopeKey;
import svc.api.identity.Directory;
import svc.api.lifecycle.LifecycleStep;
import svc.api.search.SearchSource;
import svc.api.store.Scope;
import svc.api.store.StateChange;
import svc.api.store.StateListener;
import svc.api.store.Store;
import svc.api.store.StoreException;
import svc.api.time.Clock;
import svc.search.lucene.index.IndexKey;

/**
 * Updates the search indexes in the background, on a thread of its own. After each commit it pauses for as long as the
 * commit took, at most one second, to use no more than about half of a processor. Updates start a moment after a
 * change, so that many changes share one commit. The indexer starts when the server is ready.
 */
@Component(service = {StateListener.class, BackgroundIndexer.class, Callable.class})
@LifecycleStep(phase = LifecycleStep.Phase.READY)
public final class BackgroundIndexer implements StateListener, Callable<String> {

    private static final Logger LOG = LoggerFactory.getLogger(BackgroundIndexer.class);
    private static final Duration MOMENT = Duration.ofSeconds(2);
    private static final Duration TROUBLE = Duration.ofSeconds(30);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);
    private static final Duration IDLE = Duration.ofSeconds(10);

    /**
     * The delay after which the indexer begins without a start event. A bundle that is installed in a running server
     * gets no such event.
     */
    private static final Duration LATE = Duration.ofSeconds(10);

    private final LuceneSearch search;
    private final Clock clock;
    private final StaleIndexScan scan;
    private final ThreadPoolExecutor worker;
    private final StaleIndexQueue queue;
    private final IndexFailures failures = new IndexFailures();
    private final Clock.Alarm fallbackStart;
    private boolean started;
    private boolean ended;
    private boolean busy;

    @Activate
    public BackgroundIndexer(
            @Reference LuceneSearch search,
            @Reference Store store,
            @Reference Directory directory,
            @Reference Clock clock) {
        this.search = search;
        this.clock = clock;
        this.scan = new StaleIndexScan(search, store, directory);
        this.queue = new StaleIndexQueue(clock);
        this.worker =
                new ThreadPoolExecutor(1, 1, IDLE.toSeconds(), TimeUnit.SECONDS, new LinkedBlockingQueue<>(), work -> {
                    Thread thread = new Thread(work, "svc-search");
                    thread.setDaemon(true);
                    return thread;
                });
        worker.allowCoreThreadTimeOut(true);
        fallbackStart = clock.schedule(LATE, this::begin);
        search.onStale(key -> {
            begin();
            later(key, MOMENT);
        });
    }

    static Scope scope(long account) {
        return account == 0 ? Scope.system() : Scope.account(new ScopeKey(), account);
    }

    @Override
    public String call() {
        begin();
        return "";
    }

    /** Stops the indexer after the running commit. */
    @Deactivate
    public void end() {
        synchronized (this) {
            ended = true;
        }
        fallbackStart.cancel();
        search.onStale(key -> {});
        worker.shutdown();
        try {
            if (!worker.awaitTermination(IDLE.toSeconds(), TimeUnit.SECONDS)) {
                LOG.warn("A commit of a search index did not finish in time");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Scans all accounts for stale indexes and starts the updates. */
    void begin() {
        synchronized (this) {
            if (started) {
                return;
            }
            started = true;
        }
        scan.restart();
        scheduleRun(Duration.ZERO);
    }

    /** Scans again when a source is added, because its objects may not be indexed yet. */
    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    void bindSource(SearchSource source) {
        scan.restart();
        scheduleRun(MOMENT);
    }

    void unbindSource(SearchSource source) {
        // The indexed documents are kept, but they are not used until a source is registered again.
    }

    @Override
    public void changed(StateChange change) {
        for (String type : change.states().keySet()) {
            if (search.texts(type).isPresent()) {
                begin();
                later(new IndexKey(change.account(), type), MOMENT);
            }
        }
    }

    private void later(IndexKey key, Duration delay) {
        queue.later(key, delay, () -> scheduleRun(Duration.ZERO));
    }

    /** Returns the number of indexes that are known to be stale. */
    int pendingCount() {
        return queue.size();
    }

    /** Returns whether the scan for stale indexes is running. */
    boolean isScanning() {
        return scan.isRunning();
    }

    private void scheduleRun(Duration pause) {
        synchronized (this) {
            if (!started || ended || busy || (queue.isEmpty() && !scan.isRunning())) {
                return;
            }
            busy = true;
        }
        if (pause.isZero()) {
            submit();
        } else {
            clock.schedule(pause, this::submit);
        }
    }

    private void submit() {
        try {
            worker.execute(this::runPending);
        } catch (RejectedExecutionException e) {
            LOG.trace("The background indexer has stopped", e);
        }
    }

    private void runPending() {
        long from = clock.nanos();
        Duration pause = TROUBLE;
        try {
            if (scan.isRunning()) {
                scan.scanSome().forEach(queue::add);
            }
            queue.current().ifPresent(this::follow);
            long took = Math.min(clock.nanos() - from, LONGEST_PAUSE.toNanos());
            pause = Duration.ofNanos(Math.max(1, took));
        } catch (RuntimeException e) {
            // The thread must continue after any failure. No caller would see the exception.
            LOG.warn("Search indexes cannot be checked now", e);
        } finally {
            synchronized (this) {
                busy = false;
            }
            scheduleRun(pause);
        }
    }

    private void follow(IndexKey key) {
        boolean more = false;
        try {
            more = search.follow(key);
            failures.recovered(key);
        } catch (StoreException e) {
            if (e.kind() == StoreException.Kind.NO_ACCOUNT) {
                failures.forget(key);
            } else if (e.kind() != StoreException.Kind.STOPPED) {
                failed(key, e);
            }
        } catch (IOException | RuntimeException e) { // a source belongs to another bundle and may throw any exception
            failed(key, e);
        }
        if (!more) {
            queue.done();
        }
    }

    private void failed(IndexKey key, Exception e) {
        failures.failed(key, e);
        later(key, TROUBLE);
    }
}
