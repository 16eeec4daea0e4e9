package svc.store.sqlite;

import java.sql.SQLException;
import java.util.function.Supplier;

/** Parts of a write that may fail alone: a savepoint each, nested as they come. */
final class Attempts {

    private final Statements db;
    private final ChangeLog log;

    Attempts(Statements db, ChangeLog log) {
        this.db = db;
        this.log = log;
    }

    <R> R run(Supplier<R> part) {
        ChangeLog.Mark mark = log.mark();
        savepoint("SAVEPOINT part");
        boolean done = false;
        try {
            R result = part.get();
            done = true;
            return result;
        } finally {
            if (!done) {
                undo(mark);
            }
            savepoint("RELEASE part");
        }
    }

    private void undo(ChangeLog.Mark mark) {
        savepoint("ROLLBACK TO part");
        log.back(mark);
    }

    private void savepoint(String sql) {
        try {
            db.run(sql);
        } catch (SQLException e) {
            throw Failures.of(e);
        }
    }
}
