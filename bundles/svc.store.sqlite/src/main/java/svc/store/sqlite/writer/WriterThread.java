package svc.store.sqlite.writer;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.metrics.Histogram;
import svc.api.store.StoreException;
import svc.api.time.Clock;
import svc.store.sqlite.changelog.TypeNumbers;
import svc.store.sqlite.disk.DiskReserve;
import svc.store.sqlite.home.OpenedFile;
import svc.store.sqlite.sql.SqlTemplateCache;
import svc.store.sqlite.sql.StatementCache;

/**
 * The one thread that writes to the database. It is a platform thread, because a virtual thread would pin its carrier
 * in every native call.
 *
 * <p>The thread runs up to 256 queued writes, or as many as it can run within five milliseconds, and commits them
 * together. After several writes it waits for further writes until the five milliseconds are over. A single write is
 * never delayed.
 */
public final class WriterThread {

    private static final Logger LOG = LoggerFactory.getLogger(WriterThread.class);
    private static final int LARGEST_GROUP = 256;
    private static final Duration GATHERING = Duration.ofMillis(5);

    private final StatementCache db;
    private final OpenedFile file;
    private final Clock clock;
    private final SqlTemplateCache texts;
    private final TypeNumbers types;
    private final WriteQueue queue = new WriteQueue();
    private final UnitTimes unitTimes = new UnitTimes();
    private final BackgroundQueue background;
    private final Consumer<CommitGroup> committed;
    private final Consumer<Throwable> failed;
    private final boolean twice;
    private final AtomicLong commits = new AtomicLong();
    private final Thread thread = new Thread(this::work, "svc-store-writer");
    private final AtomicLong units = new AtomicLong();
    private final Histogram groups = new Histogram();
    private final long synchronous;
    private final CommitOutcome outcome;
    private volatile DiskReserve reserve = DiskReserve.NONE;
    private volatile @Nullable Busy busy;
    private int expected = 1;

    /**
     * Creates a writer that is not started.
     *
     * @param committed runs on the writer's thread after each commit
     * @param failed receives the defect that ended the thread, after the writes of its group have failed
     * @param twice whether each write runs twice, the first time in vain
     */
    public WriterThread(
            StatementCache db,
            OpenedFile file,
            Clock clock,
            SqlTemplateCache texts,
            TypeNumbers types,
            Consumer<CommitGroup> committed,
            Consumer<Throwable> failed,
            boolean twice) {
        this.db = db;
        this.file = file;
        this.clock = clock;
        this.texts = texts;
        this.types = types;
        this.committed = committed;
        this.failed = failed;
        this.twice = twice;
        this.synchronous = db.number(0, "PRAGMA synchronous");
        this.outcome = new CommitOutcome(db);
        this.background = new BackgroundQueue(clock, queue::waiting);
    }

    /**
     * The current work of the writer.
     *
     * @param name the name of the write
     * @param since the start time in nanoseconds of the clock
     */
    public record Busy(String name, long since) {}

    public void start() {
        thread.setDaemon(true);
        thread.start();
    }

    public <R extends @Nullable Object> R submit(QueuedWrite<R> unit) {
        queue.add(unit);
        return unit.await();
    }

    public QueuedBackgroundTask submit(QueuedBackgroundTask job) {
        background.add(job);
        queue.wake();
        return job;
    }

    /** Queues a task that runs on the writer's connection between two transactions. */
    public void upkeep(Consumer<StatementCache> task) {
        queue.upkeep(() -> task.accept(db));
    }

    public boolean current() {
        return Thread.currentThread() == thread;
    }

    public long commits() {
        return commits.get();
    }

    public long units() {
        return units.get();
    }

    /** Returns the durations of groups, from the first write to the commit. */
    public Histogram groups() {
        return groups;
    }

    /** Returns the durations of single writes and the longest of them. */
    public UnitTimes unitTimes() {
        return unitTimes;
    }

    public int waiting() {
        return queue.size();
    }

    /** Returns {@code PRAGMA synchronous} of the writing connection; 2 means that every commit is synced to disk. */
    public long synchronous() {
        return synchronous;
    }

    /** Sets the disk reserve. */
    public void keep(DiskReserve kept) {
        reserve = kept;
        queue.upkeep(kept::renew);
    }

    /** Returns whether the disk was full and writes that create objects are refused. */
    public boolean sparing() {
        return reserve.isGivenUp();
    }

    /** Returns whether the last commit was written to disk. */
    public CommitOutcome outcome() {
        return outcome;
    }

    /** Queues a probe write that checks whether the disk accepts commits again. */
    public void probe() {
        queue.upkeep(outcome::probe);
    }

    public boolean alive() {
        return thread.isAlive();
    }

    @Nullable
    public Busy busy() {
        return busy;
    }

    private void work() {
        try {
            while (serve()) {
                busy = null;
            }
        } catch (InterruptedException e) {
            LOG.warn("The writer was interrupted and stops");
        } catch (Throwable defect) {
            LOG.error("The database writer stopped after an internal error", defect);
            failed.accept(defect);
        } finally {
            queue.abandon().forEach(WriterThread::refuse);
            background.close();
            closeConnection();
        }
    }

    private static void refuse(QueuedWrite<?> unit) {
        unit.fail(new StoreException(StoreException.Kind.STOPPED, "The database writer has stopped.", null));
        unit.settle();
    }

    /**
     * Runs one round: a maintenance task, or a group of writes followed by a slice of a background task if one is due.
     * Returns false when the store is stopping and all writes are done.
     */
    private boolean serve() throws InterruptedException {
        Runnable upkeep = queue.pollUpkeep();
        if (upkeep != null) {
            guarded(upkeep);
            return true;
        }
        QueuedWrite<?> first = queue.poll();
        if (first != null) {
            group(first, true);
        }
        boolean stopping = queue.closed();
        if (!stopping && (first == null ? background.any() : background.due())) {
            background.slice(unit -> group(unit, false));
        } else if (first == null && !stopping) {
            queue.await();
        }
        return first != null || !stopping;
    }

    private void group(QueuedWrite<?> first, boolean gather) {
        DiskReserve kept = reserve;
        if (kept.isGivenUp()) {
            kept.renew();
        }
        CommitGroup group = new CommitGroup(db, texts, types, clock, unitTimes, kept.isGivenUp(), twice);
        long began = clock.nanos();
        try {
            fill(group, first, gather, began);
            refuseLost(group);
            group.commit();
            refuseLost(group);
            outcome.note(group);
            if (outcome.isFull()) {
                kept.giveUp();
            }
            groups.observe(clock.nanos() - began);
            commits.incrementAndGet();
            units.addAndGet(group.size());
            guarded(() -> committed.accept(group));
        } catch (Throwable defect) {
            group.fail(defect);
            throw defect;
        } finally {
            group.units().forEach(QueuedWrite::settle);
        }
    }

    /**
     * Fails the writes of a group if the database file was removed or replaced: these writes are lost, even if SQLite
     * has committed them.
     */
    private void refuseLost(CommitGroup group) {
        file.look().ifPresent(group::refuse);
    }

    private void fill(CommitGroup group, QueuedWrite<?> first, boolean gather, long began) {
        run(group, first);
        try {
            for (QueuedWrite<?> next = gather ? next(group, began) : null; next != null; next = next(group, began)) {
                run(group, next);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (gather) {
            expected = group.size();
        }
    }

    private void run(CommitGroup group, QueuedWrite<?> unit) {
        busy = new Busy(unit.name(), clock.nanos());
        group.run(unit);
    }

    private @Nullable QueuedWrite<?> next(CommitGroup group, long began) throws InterruptedException {
        long left = GATHERING.toNanos() - (clock.nanos() - began);
        if (group.lost() || group.size() >= LARGEST_GROUP || left <= 0) {
            return null;
        }
        QueuedWrite<?> next = queue.poll();
        boolean moreWritesExpected = group.size() > 1 && group.size() < expected;
        return next == null && moreWritesExpected ? queue.poll(left) : next;
    }

    private static void guarded(Runnable task) {
        try {
            task.run();
        } catch (Throwable t) {
            LOG.error("The maintenance of the store failed", t);
        }
    }

    private void closeConnection() {
        try {
            db.run("PRAGMA wal_checkpoint(TRUNCATE)");
            db.close();
        } catch (SQLException e) {
            LOG.warn("The database could not be closed cleanly; its log is recovered at the next start", e);
        }
    }

    /** Serves the queued writes, then ends. Returns whether the thread ended in time. */
    public boolean close(Duration patience) {
        queue.close();
        try {
            thread.join(patience.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
