package svc.store.sqlite;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteOpenMode;

/**
 * Opens connections to the database file, all with the same rules: a write-ahead log, every commit on the disk before it is
 * acknowledged, deleted bytes overwritten, foreign keys kept. A missing file is never made: it comes from the migrations.
 */
record Connections(Path file) {

    /** How long a statement waits for another connection's lock. */
    static final int BUSY_MILLIS = 5_000;

    private static final int CACHE_KIBIBYTES = 16 * 1024;
    // 16 MB: a page that many commits change is carried over once, and the log is still read in a moment after a crash.
    private static final int PAGES_BEFORE_CHECKPOINT = 4_000;

    /** The one connection that changes anything. */
    Connection writer() throws SQLException {
        return open("PRAGMA wal_autocheckpoint=" + PAGES_BEFORE_CHECKPOINT);
    }

    /** A connection that only reads. */
    Connection reader() throws SQLException {
        return open("PRAGMA query_only=ON");
    }

    private Connection open(String last) throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.resetOpenMode(SQLiteOpenMode.CREATE);
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.FULL);
        config.enforceForeignKeys(true);
        config.setBusyTimeout(BUSY_MILLIS);
        config.setCacheSize(-CACHE_KIBIBYTES);
        config.setPragma(SQLiteConfig.Pragma.SECURE_DELETE, "on");
        config.setTempStore(SQLiteConfig.TempStore.MEMORY);
        // The driver would ask for the last rowid after every statement.
        config.setGetGeneratedKeys(false);
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + file);
        Connection connection = source.getConnection();
        try (Statement statement = connection.createStatement()) {
            statement.execute(last);
            // The first look at the file itself: what is no database is found here and not in the midst of work.
            statement.execute("SELECT count(*) FROM sqlite_schema");
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
        return connection;
    }

    /** The write-ahead log. */
    Path log() {
        return file.resolveSibling(file.getFileName() + "-wal");
    }
}
