package svc.store.sqlite.snapshot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.store.sqlite.sql.Connections;
import svc.store.sqlite.sql.SqliteErrors;
import svc.store.sqlite.sql.StatementCache;

/**
 * Keeps the write-ahead log small (WAL-01). When the log exceeds 64 MiB it is copied into the database and truncated.
 * If a reader prevents this, the log is truncated after all current readers have ended. When the log exceeds twice the
 * limit, snapshots older than 30 seconds are ended. While the database is copied ({@link LongRead}), the log may grow
 * further, up to a limit of the copy.
 */
public final class WalCheckpointer {

    private static final Logger LOG = LoggerFactory.getLogger(WalCheckpointer.class);

    /** The size in bytes above which the log is truncated. */
    public static final long LIMIT = 64L << 20;

    private static final Duration LONGEST_READ = Duration.ofSeconds(30);
    private static final int WAIT_MILLIS = 20;

    private final Path log;
    private final long limit;
    private final Duration longestRead;
    private final Set<SnapshotLease> blockers = new HashSet<>();
    private volatile @Nullable LongRead longRead;

    public WalCheckpointer(Path log) {
        this(log, LIMIT, LONGEST_READ);
    }

    public WalCheckpointer(Path log, long limit, Duration longestRead) {
        this.log = log;
        this.limit = limit;
        this.longestRead = longestRead;
    }

    /** A read of the whole database, for which the log is not truncated and no snapshot is ended. Thread-safe. */
    public static final class LongRead {

        private final long most;
        private volatile boolean expired;

        private LongRead(long most) {
            this.most = most;
        }

        /** Returns whether the log exceeds the limit of this read, so that the read must end. */
        public boolean isExpired() {
            return expired;
        }
    }

    /**
     * Begins a read of the whole database; empty while there is another one.
     *
     * @param growth the number of bytes by which the log may grow during the read
     */
    public synchronized Optional<LongRead> beginLongRead(long growth) {
        if (longRead != null) {
            return Optional.empty();
        }
        LongRead begun = new LongRead(size() + growth);
        longRead = begun;
        return Optional.of(begun);
    }

    /** Ends the read of the whole database. The caller lets the writer check the log. */
    public synchronized void endLongRead() {
        longRead = null;
    }

    /** Checks the size of the log after a commit. Runs on the writer's thread, between two transactions. */
    public void look(StatementCache writer, SnapshotPool pool) {
        long size = size();
        LongRead read = longRead;
        if (read != null) {
            if (size > read.most) {
                read.expired = true;
            }
            return;
        }
        if (size <= limit) {
            return;
        }
        if (size > 2 * limit) {
            pool.expire(longestRead);
        }
        if (free()) {
            block(truncate(writer) ? Set.of() : pool.leases());
        }
    }

    /**
     * Removes a finished read from the set of reads that prevent the truncation; true when it was the last read of the
     * set.
     */
    public synchronized boolean ended(SnapshotLease lease) {
        return blockers.remove(lease) && blockers.isEmpty();
    }

    private synchronized boolean free() {
        blockers.removeIf(SnapshotLease::expired);
        return blockers.isEmpty();
    }

    private synchronized void block(Set<SnapshotLease> readers) {
        blockers.clear();
        blockers.addAll(readers);
    }

    /** Returns the size of the log in bytes. */
    public long size() {
        try {
            return Files.size(log);
        } catch (NoSuchFileException none) {
            return 0;
        } catch (IOException e) {
            LOG.warn("The size of the write-ahead log cannot be read", e);
            return 0;
        }
    }

    /** Truncates the log whatever its size; false when a reader prevents it. */
    public boolean cut(StatementCache writer) {
        return longRead == null && truncate(writer) && size() == 0;
    }

    private static boolean truncate(StatementCache writer) {
        try {
            writer.run("PRAGMA busy_timeout=" + WAIT_MILLIS);
            List<Boolean> busy = writer.list("PRAGMA wal_checkpoint(TRUNCATE)", row -> row.getInt(1) != 0);
            writer.run("PRAGMA busy_timeout=" + Connections.BUSY_MILLIS);
            return busy.equals(List.of(false));
        } catch (SQLException e) {
            throw SqliteErrors.of(e);
        }
    }
}
