package svc.store.sqlite;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.metrics.Timings;
import svc.api.time.Clock;

/**
 * The one thread that changes the database. A platform thread: a virtual one would hold its carrier in every native call.
 *
 * <p>It takes what waits, up to 256 units or five milliseconds of them, runs each and commits once. When others were
 * writing a moment ago it waits for them within those five milliseconds, but a lone writer is never kept waiting.
 */
final class WriterThread {

    private static final Logger LOG = LoggerFactory.getLogger(WriterThread.class);
    private static final int LARGEST_GROUP = 256;
    private static final Duration GATHERING = Duration.ofMillis(5);

    private final Statements db;
    private final Clock clock;
    private final SqlTexts texts;
    private final TypeNumbers types;
    private final Inbox inbox = new Inbox();
    private final Slowness slowness = new Slowness();
    private final Background background;
    private final Consumer<CommitGroup> committed;
    private final AtomicLong commits = new AtomicLong();
    private final Thread thread = new Thread(this::work, "svc-store-writer");
    private final AtomicLong units = new AtomicLong();
    private final Timings groups = new Timings();
    private final long synchronous;
    private volatile @Nullable Busy busy;
    private int expected = 1;

    WriterThread(Statements db, Clock clock, SqlTexts texts, TypeNumbers types, Consumer<CommitGroup> committed) {
        this.db = db;
        this.clock = clock;
        this.texts = texts;
        this.types = types;
        this.committed = committed;
        this.synchronous = db.number(0, "PRAGMA synchronous");
        this.background = new Background(clock, inbox::waiting);
    }

    /** What the writer does now and since when. */
    record Busy(String name, long since) {}

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    <R extends @Nullable Object> R submit(Unit<R> unit) {
        inbox.add(unit);
        return unit.await();
    }

    BackgroundJob submit(BackgroundJob job) {
        background.add(job);
        inbox.wake();
        return job;
    }

    /** Runs a task on the writer's connection, between two transactions. */
    void upkeep(Consumer<Statements> task) {
        inbox.upkeep(() -> task.accept(db));
    }

    boolean current() {
        return Thread.currentThread() == thread;
    }

    long commits() {
        return commits.get();
    }

    long units() {
        return units.get();
    }

    /** How long groups took, from their first unit to the disk. */
    Timings groups() {
        return groups;
    }

    int waiting() {
        return inbox.size();
    }

    /** How the connection that writes was told to keep what is committed; 2 is on the disk, always. */
    long synchronous() {
        return synchronous;
    }

    boolean alive() {
        return thread.isAlive();
    }

    @Nullable
    Busy busy() {
        return busy;
    }

    private void work() {
        try {
            while (serve()) {
                busy = null;
            }
        } catch (InterruptedException e) {
            LOG.warn("The writer was interrupted and ends");
        } finally {
            inbox.close();
            background.close();
            closeConnection();
        }
    }

    /** One round: upkeep, then a group of units, then a slice if it is time; false when all is done and the store stops. */
    private boolean serve() throws InterruptedException {
        Runnable upkeep = inbox.pollUpkeep();
        if (upkeep != null) {
            guarded(upkeep);
            return true;
        }
        Unit<?> first = inbox.poll();
        if (first != null) {
            group(first, true);
        }
        boolean stopping = inbox.closed();
        if (!stopping && (first == null ? background.any() : background.due())) {
            background.slice(unit -> group(unit, false));
        } else if (first == null && !stopping) {
            inbox.await();
        }
        return first != null || !stopping;
    }

    private void group(Unit<?> first, boolean gather) {
        CommitGroup group = new CommitGroup(db, texts, types, clock, slowness);
        long began = clock.nanos();
        run(group, first);
        try {
            for (Unit<?> next = gather ? next(group, began) : null; next != null; next = next(group, began)) {
                run(group, next);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (gather) {
            expected = group.size();
        }
        group.commit();
        groups.took(clock.nanos() - began);
        commits.incrementAndGet();
        units.addAndGet(group.size());
        guarded(() -> committed.accept(group));
        group.units().forEach(Unit::settle);
    }

    private void run(CommitGroup group, Unit<?> unit) {
        busy = new Busy(unit.name(), clock.nanos());
        group.run(unit);
    }

    private @Nullable Unit<?> next(CommitGroup group, long began) throws InterruptedException {
        long left = GATHERING.toNanos() - (clock.nanos() - began);
        if (group.lost() || group.size() >= LARGEST_GROUP || left <= 0) {
            return null;
        }
        Unit<?> next = inbox.poll();
        boolean othersComing = group.size() > 1 && group.size() < expected;
        return next == null && othersComing ? inbox.poll(left) : next;
    }

    private static void guarded(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.error("The store's upkeep failed", e);
        }
    }

    private void closeConnection() {
        try {
            db.run("PRAGMA wal_checkpoint(TRUNCATE)");
            db.close();
        } catch (SQLException e) {
            LOG.warn("The database could not be closed in order; its log is read at the next start", e);
        }
    }

    /** Serves what waits, then ends. True when it ended in time. */
    boolean close(Duration patience) {
        inbox.close();
        try {
            thread.join(patience.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
