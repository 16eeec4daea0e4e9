package svc.store.sqlite.writer;

import java.sql.SQLException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import svc.api.store.StoreException;
import svc.api.store.StoreException.Kind;
import svc.store.sqlite.sql.SqliteErrors;
import svc.store.sqlite.sql.StatementCache;

/**
 * Records whether the last commit was written to disk (HLTH-03). Written on the writer's thread, read by any thread.
 */
public final class CommitOutcome {

    private static final Logger LOG = LoggerFactory.getLogger(CommitOutcome.class);
    private static final Set<Kind> OF_THE_DISK = EnumSet.of(Kind.FULL, Kind.FAILED, Kind.DAMAGED);

    private final StatementCache db;
    private volatile @Nullable StoreException trouble;
    private long changes;

    CommitOutcome(StatementCache db) {
        this.db = db;
    }

    /** Returns why the last commit failed; empty when it succeeded. */
    public Optional<StoreException> trouble() {
        return Optional.ofNullable(trouble);
    }

    /** Returns whether the last commit failed because the disk was full. */
    boolean isFull() {
        StoreException now = trouble;
        return now != null && now.kind() == Kind.FULL;
    }

    /**
     * Records the result of a group. A commit without changes writes nothing, so it does not prove that the disk works
     * again.
     */
    void note(CommitGroup group) {
        Optional<StoreException> problem = group.units().stream()
                .map(QueuedWrite::failure)
                .filter(StoreException.class::isInstance)
                .map(StoreException.class::cast)
                .filter(failure -> OF_THE_DISK.contains(failure.kind()))
                .findFirst();
        if (problem.isPresent()) {
            trouble = problem.get();
            changes = changes();
        } else if (trouble != null && changes() > changes) {
            trouble = null;
        }
    }

    /** Rewrites the first page unchanged, so that a recovered disk is detected without a request that writes. */
    void probe() {
        if (trouble == null) {
            return;
        }
        try {
            db.run("BEGIN IMMEDIATE");
            db.run("PRAGMA user_version = " + db.number(0, "PRAGMA user_version"));
            db.run("COMMIT");
            trouble = null;
            LOG.info("The database can be written again");
        } catch (SQLException e) {
            rollBack(SqliteErrors.of(e));
        } catch (StoreException e) {
            rollBack(e);
        }
    }

    private void rollBack(StoreException problem) {
        if (OF_THE_DISK.contains(problem.kind())) {
            trouble = problem;
        }
        try {
            if (db.inTransaction()) {
                db.run("ROLLBACK");
            }
        } catch (SQLException e) {
            LOG.debug("SQLite had already rolled back: {}", e.getMessage());
        }
    }

    private long changes() {
        return db.number(0, "SELECT total_changes()");
    }
}
