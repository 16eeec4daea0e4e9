package svc.store.sqlite.snapshot;

import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConnection;
import svc.api.store.StoreException;
import svc.api.store.StoreException.Kind;
import svc.store.sqlite.sql.StatementCache;

/** A read connection lent to one callback. Only the borrowing thread may use it. */
public final class SnapshotLease implements LifetimeCheck {

    private final Thread owner = Thread.currentThread();
    private final StatementCache db;
    private final long began;
    private boolean open = true;
    private volatile boolean expired;

    SnapshotLease(StatementCache db, long began) {
        this.db = db;
        this.began = began;
    }

    @Override
    public void check() {
        LifetimeCheck.mine(owner, open);
        if (expired) {
            throw new StoreException(
                    Kind.EXPIRED, "This read held its snapshot for too long; the snapshot was released.", null);
        }
    }

    @Override
    public void failed(StoreException problem) {
        // A read needs no cleanup after a failure.
    }

    public StatementCache db() {
        return db;
    }

    long began() {
        return began;
    }

    Thread owner() {
        return owner;
    }

    /**
     * Ends the lease. The owner calls this method after the callback. From then on {@link #expire} does not touch the
     * connection, because another lease may use it.
     */
    synchronized void close() {
        open = false;
    }

    boolean expired() {
        return expired;
    }

    /**
     * Ends the snapshot from another thread. The next use by the owner fails; a use in progress fails at its end at the
     * latest. If a statement that began at the same moment is still running, call this method again.
     */
    synchronized void expire() throws SQLException {
        if (!open) {
            return;
        }
        boolean again = expired;
        expired = true;
        db.connection().unwrap(SQLiteConnection.class).getDatabase().interrupt();
        if (!again) {
            try (Statement statement = db.connection().createStatement()) {
                statement.execute("ROLLBACK");
            }
        }
    }
}
