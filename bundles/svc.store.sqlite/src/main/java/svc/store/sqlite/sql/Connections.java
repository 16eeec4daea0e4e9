package svc.store.sqlite.sql;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteOpenMode;

/**
 * Opens connections to the database file. All of them use a write-ahead log, synchronous commits, overwriting of
 * deleted bytes, and foreign keys. A missing file is an error, because the migrations create it.
 */
public record Connections(Path file) {

    /** Milliseconds that a statement waits for a lock of another connection. */
    public static final int BUSY_MILLIS = 5_000;

    private static final int CACHE_KIBIBYTES = 16 * 1024;
    // The number of pages in the log before a checkpoint: 16 MB. With this size, a page that many commits change is
    // copied only once, and recovery after a crash is still fast.
    private static final int PAGES_BEFORE_CHECKPOINT = 4_000;

    /** Opens the one connection that writes. */
    public Connection writer() throws SQLException {
        return open("PRAGMA wal_autocheckpoint=" + PAGES_BEFORE_CHECKPOINT);
    }

    /** Opens a read-only connection. */
    public Connection reader() throws SQLException {
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
        // Otherwise the driver queries the last rowid after every statement.
        config.setGetGeneratedKeys(false);
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + file);
        Connection connection = source.getConnection();
        try (Statement statement = connection.createStatement()) {
            statement.execute(last);
            // This statement reads the file for the first time. A file that is not a database therefore causes an error
            // here and not in a later operation.
            statement.execute("SELECT count(*) FROM sqlite_schema");
        } catch (SQLException e) {
            connection.close();
            throw e;
        }
        return connection;
    }

    /** Returns the path of the write-ahead log. */
    public Path log() {
        return file.resolveSibling(file.getFileName() + "-wal");
    }
}
