package svc.store.sqlite.disk;

import java.sql.SQLException;
import java.sql.Statement;
import svc.api.store.BackgroundTask;
import svc.store.sqlite.sql.SqliteErrors;
import svc.store.sqlite.sql.StatementCache;

/**
 * The free pages of the database file. A database with {@code auto_vacuum = INCREMENTAL} can return these pages to the
 * file system in portions. An older database can return them only with {@code svc store compact}.
 */
public final class FreePages {

    /** The value of {@code PRAGMA auto_vacuum} with which pages can be returned in portions. */
    public static final int INCREMENTAL = 2;

    /** The number of free pages that stay in the file for the next writes: 1 MiB with the default page size. */
    private static final long KEPT = 256;

    private static final int PORTION = 32;

    private FreePages() {}

    /** Returns whether pages can be returned in portions. */
    public static boolean shrinks(StatementCache db) {
        return db.number(0, "PRAGMA auto_vacuum") == INCREMENTAL;
    }

    public static long count(StatementCache db) {
        return db.number(0, "PRAGMA freelist_count");
    }

    /**
     * Returns portions of free pages to the file system while {@code pace} permits. The result is true when more pages
     * are free.
     */
    public static boolean giveBack(StatementCache db, BackgroundTask.Pace pace) {
        if (!shrinks(db)) {
            return false;
        }
        long left = count(db);
        while (left > KEPT && pace.mayContinue()) {
            give(db, (int) Math.min(PORTION, left - KEPT));
            long now = count(db);
            if (now >= left) {
                return false;
            }
            left = now;
        }
        return left > KEPT;
    }

    private static void give(StatementCache db, int pages) {
        // A prepared statement would not work: the driver steps it only once, and each step returns one page to the
        // file system.
        try (Statement statement = db.connection().createStatement()) {
            statement.executeUpdate("PRAGMA incremental_vacuum(" + pages + ")");
        } catch (SQLException e) {
            throw SqliteErrors.of(e);
        }
    }
}
