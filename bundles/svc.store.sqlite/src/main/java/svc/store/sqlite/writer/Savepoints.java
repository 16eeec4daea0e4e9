package svc.store.sqlite.writer;

import java.sql.SQLException;
import java.util.function.Supplier;
import svc.store.sqlite.changelog.ChangeLog;
import svc.store.sqlite.sql.SqliteErrors;
import svc.store.sqlite.sql.StatementCache;

/** Runs parts of a write in savepoints, so that a part can fail without the rest. Savepoints can be nested. */
final class Savepoints {

    private final StatementCache db;
    private final ChangeLog log;

    Savepoints(StatementCache db, ChangeLog log) {
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
            throw SqliteErrors.of(e);
        }
    }
}
