package svc.store.sqlite;

import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConnection;
import svc.api.store.StoreProblem;

/** A read connection in the hands of one work. */
final class Lease implements Guard {

    private final Thread owner = Thread.currentThread();
    private final Statements db;
    private final long began;
    private boolean open = true;
    private volatile boolean expired;

    Lease(Statements db, long began) {
        this.db = db;
        this.began = began;
    }

    @Override
    public void check() {
        Guard.mine(owner, open);
        if (expired) {
            throw new StoreProblem(
                    StoreProblem.Kind.EXPIRED, "This read held its snapshot for too long and lost it.", null);
        }
    }

    @Override
    public void failed(StoreProblem problem) {
        // Nothing to look after: what it read is thrown away with the exception.
    }

    Statements db() {
        return db;
    }

    long began() {
        return began;
    }

    Thread owner() {
        return owner;
    }

    /** Called by the owner when the work is over. */
    void close() {
        open = false;
    }

    boolean expired() {
        return expired;
    }

    /**
     * Takes the snapshot away, from another thread: the owner's next use fails, and a use under way fails at its end at the
     * latest. May be called again when a statement that had begun in that moment goes on.
     */
    void expire() throws SQLException {
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
