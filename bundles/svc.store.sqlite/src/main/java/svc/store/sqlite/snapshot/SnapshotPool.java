package svc.store.sqlite;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.store.StoreProblem;
import svc.api.time.Clock;

/** A few connections that read, each lent to one work at a time. */
final class SnapshotPool {

    private static final Logger LOG = LoggerFactory.getLogger(SnapshotPool.class);
    private static final long PATIENCE_SECONDS = 30;
    private static final int INTERRUPTS = 20;
    private static final long INTERRUPT_MILLIS = 50;

    private final Connections connections;
    private final Clock clock;
    private final int size;
    private final Semaphore permits;
    private final ConcurrentLinkedDeque<Statements> idle = new ConcurrentLinkedDeque<>();
    private final Map<Thread, Lease> held = new ConcurrentHashMap<>();
    private final Consumer<Lease> ended;
    private volatile boolean closed;

    SnapshotPool(Connections connections, Clock clock, int size, Consumer<Lease> ended) {
        this.connections = connections;
        this.clock = clock;
        this.size = size;
        this.permits = new Semaphore(size, true);
        this.ended = ended;
    }

    /** Runs a work with a connection. A work inside a work gets the same one, and so sees the same moment. */
    <R> R lend(Function<Lease, R> work) {
        Lease outer = held.get(Thread.currentThread());
        if (outer != null) {
            return work.apply(outer);
        }
        Lease lease = begin();
        held.put(lease.owner(), lease);
        try {
            return work.apply(lease);
        } finally {
            held.remove(lease.owner());
            end(lease);
        }
    }

    /** Whether the calling thread is inside a read. */
    boolean holds() {
        return held.containsKey(Thread.currentThread());
    }

    /** The reads under way. */
    Set<Lease> leases() {
        return Set.copyOf(held.values());
    }

    /** Takes the snapshots away that are older than this; again, when their works go on all the same. */
    void expire(Duration age) {
        for (Lease lease : held.values()) {
            if (clock.nanos() - lease.began() >= age.toNanos()) {
                if (!lease.expired()) {
                    String thread = lease.owner().getName();
                    LOG.warn("A read of the thread {} held its snapshot for too long and lost it", thread);
                }
                try {
                    lease.expire();
                } catch (SQLException e) {
                    LOG.debug("The snapshot had ended by itself: {}", e.getMessage());
                }
            }
        }
    }

    private Lease begin() {
        permit();
        Statements db = null;
        try {
            db = idle.pollFirst();
            if (db == null) {
                db = new Statements(connections.reader());
            }
            db.run("BEGIN");
            return new Lease(db, clock.nanos());
        } catch (SQLException e) {
            discard(db);
            permits.release();
            throw Failures.of(e);
        }
    }

    private void permit() {
        try {
            if (closed || !permits.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw closed
                        ? stopped()
                        : new StoreProblem(StoreProblem.Kind.BUSY, "Too many reads take too long.", null);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreProblem(StoreProblem.Kind.BUSY, "The thread was interrupted while it waited to read.", e);
        }
        if (closed) {
            permits.release();
            throw stopped();
        }
    }

    private void end(Lease lease) {
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
            permits.release();
            ended.accept(lease);
        }
    }

    private static void discard(@Nullable Statements db) {
        if (db != null) {
            try {
                db.close();
            } catch (SQLException e) {
                LOG.debug("A read connection could not be closed", e);
            }
        }
    }

    private static StoreProblem stopped() {
        return new StoreProblem(StoreProblem.Kind.STOPPED, "The server is stopping.", null);
    }

    /** Lets reads under way come to their end for a while, then takes their snapshots away. */
    void close(Duration patience) {
        closed = true;
        try {
            boolean ended = permits.tryAcquire(size, patience.toMillis(), TimeUnit.MILLISECONDS);
            for (int i = 0; i < INTERRUPTS && !ended; i++) {
                expire(Duration.ZERO);
                ended = permits.tryAcquire(size, INTERRUPT_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        for (Statements db = idle.pollFirst(); db != null; db = idle.pollFirst()) {
            discard(db);
        }
    }
}
