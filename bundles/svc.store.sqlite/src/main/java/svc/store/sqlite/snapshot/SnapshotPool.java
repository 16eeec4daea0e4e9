package svc.store.sqlite.snapshot;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.store.StoreException;
import svc.api.store.StoreException.Kind;
import svc.api.time.Clock;
import svc.store.sqlite.sql.Connections;
import svc.store.sqlite.sql.SqliteErrors;
import svc.store.sqlite.sql.StatementCache;

/**
 * A pool of read connections, each lent to one callback at a time and shared fairly among the accounts. Thread-safe.
 */
public final class SnapshotPool {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotPool.class);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int INTERRUPTS = 20;
    private static final Duration INTERRUPT = Duration.ofMillis(50);

    private final Connections connections;
    private final Clock clock;
    private final FairPermits permits;
    private final ConcurrentLinkedDeque<StatementCache> idle = new ConcurrentLinkedDeque<>();
    private final Map<Thread, SnapshotLease> held = new ConcurrentHashMap<>();
    private final Consumer<SnapshotLease> ended;

    public SnapshotPool(Connections connections, Clock clock, int size, Consumer<SnapshotLease> ended) {
        this.connections = connections;
        this.clock = clock;
        this.permits = new FairPermits(size);
        this.ended = ended;
    }

    /**
     * Runs a callback with a connection, and waits for a permit of the given account. A nested callback gets the
     * connection of the outer one and sees the same snapshot.
     */
    public <R> R lend(long account, Function<SnapshotLease, R> work) {
        SnapshotLease outer = held.get(Thread.currentThread());
        if (outer != null) {
            return work.apply(outer);
        }
        permit(account);
        try {
            SnapshotLease lease = begin();
            held.put(lease.owner(), lease);
            try {
                return work.apply(lease);
            } finally {
                held.remove(lease.owner());
                end(lease);
            }
        } finally {
            permits.release(account);
        }
    }

    /** Returns whether the calling thread is inside a read. */
    public boolean holds() {
        return held.containsKey(Thread.currentThread());
    }

    /** Returns the reads in progress. */
    Set<SnapshotLease> leases() {
        return Set.copyOf(held.values());
    }

    /**
     * Ends the snapshots that are older than the given age. A later call interrupts statements that still run on these
     * snapshots.
     */
    void expire(Duration age) {
        for (SnapshotLease lease : held.values()) {
            if (clock.nanos() - lease.began() >= age.toNanos()) {
                if (!lease.expired()) {
                    String thread = lease.owner().getName();
                    LOG.warn(
                            "A read of the thread {} held its snapshot for too long; the snapshot was released",
                            thread);
                }
                try {
                    lease.expire();
                } catch (SQLException e) {
                    LOG.debug("The snapshot had already ended: {}", e.getMessage());
                }
            }
        }
    }

    private SnapshotLease begin() {
        StatementCache db = null;
        try {
            db = idle.pollFirst();
            if (db == null) {
                db = new StatementCache(connections.reader());
            }
            db.run("BEGIN");
            return new SnapshotLease(db, clock.nanos());
        } catch (SQLException e) {
            discard(db);
            throw SqliteErrors.of(e);
        }
    }

    private void permit(long account) {
        try {
            if (!permits.acquire(account, PATIENCE.toNanos())) {
                throw permits.closed()
                        ? new StoreException(Kind.STOPPED, "The server is stopping.", null)
                        : new StoreException(Kind.BUSY, "Too many reads take too long.", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(Kind.BUSY, "The thread was interrupted while it waited to read.", e);
        }
    }

    private void end(SnapshotLease lease) {
        lease.close();
        try {
            if (lease.expired()) {
                discard(lease.db());
            } else {
                lease.db().run("COMMIT");
                idle.addFirst(lease.db());
            }
        } catch (SQLException e) {
            discard(lease.db());
        } finally {
            ended.accept(lease);
        }
    }

    private static void discard(@Nullable StatementCache db) {
        if (db != null) {
            try {
                db.close();
            } catch (SQLException e) {
                LOG.debug("A read connection could not be closed", e);
            }
        }
    }

    /** Returns the number of reads that wait for a connection. */
    public int waiting() {
        return permits.waiting();
    }

    /** Waits for reads in progress, and ends their snapshots when the time is over. */
    public void close(Duration patience) {
        permits.close();
        try {
            boolean ended = permits.awaitWhole(patience.toNanos());
            for (int i = 0; i < INTERRUPTS && !ended; i++) {
                expire(Duration.ZERO);
                ended = permits.awaitWhole(INTERRUPT.toNanos());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (StatementCache db = idle.pollFirst(); db != null; db = idle.pollFirst()) {
            discard(db);
        }
    }
}
