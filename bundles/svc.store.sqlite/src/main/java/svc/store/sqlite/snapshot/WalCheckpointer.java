package svc.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the write-ahead log small (WAL-01). Beyond 64 MiB it is copied into the database and cut to nothing. A reader can
 * prevent that: then it is tried again when the readers of that moment are gone; and a reader that stays for long while the
 * log has grown beyond twice the limit loses its snapshot.
 */
final class WalWatch {

    private static final Logger LOG = LoggerFactory.getLogger(WalWatch.class);

    /** The limit. */
    static final long LIMIT = 64L << 20;

    private static final Duration LONGEST_READ = Duration.ofSeconds(30);
    private static final int WAIT_MILLIS = 20;

    private final Path log;
    private final long limit;
    private final Duration longestRead;
    private final Set<Lease> blockers = new HashSet<>();

    WalWatch(Path log) {
        this(log, LIMIT, LONGEST_READ);
    }

    WalWatch(Path log, long limit, Duration longestRead) {
        this.log = log;
        this.limit = limit;
        this.longestRead = longestRead;
    }

    /** Looks after a commit, on the writer's thread, between two transactions. */
    void look(Statements writer, SnapshotPool pool) {
        long size = size();
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

    /** A read has ended; true when it was the last one in the way. */
    synchronized boolean ended(Lease lease) {
        return blockers.remove(lease) && blockers.isEmpty();
    }

    private synchronized boolean free() {
        blockers.removeIf(Lease::expired);
        return blockers.isEmpty();
    }

    private synchronized void block(Set<Lease> readers) {
        blockers.clear();
        blockers.addAll(readers);
    }

    /** The size of the log in bytes. */
    long size() {
        try {
            return Files.size(log);
        } catch (NoSuchFileException none) {
            return 0;
        } catch (IOException e) {
            LOG.warn("The size of the write-ahead log cannot be read", e);
            return 0;
        }
    }

    /** Cuts the log to nothing whatever its size; false when a reader is in the way. */
    boolean cut(Statements writer) {
        return truncate(writer) && size() == 0;
    }

    private static boolean truncate(Statements writer) {
        try {
            writer.run("PRAGMA busy_timeout=" + WAIT_MILLIS);
            List<Boolean> busy = writer.list("PRAGMA wal_checkpoint(TRUNCATE)", row -> row.getInt(1) != 0);
            writer.run("PRAGMA busy_timeout=" + Connections.BUSY_MILLIS);
            return busy.equals(List.of(false));
        } catch (SQLException e) {
            throw Failures.of(e);
        }
    }
}
