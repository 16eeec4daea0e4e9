package svc.store.sqlite.image;

import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sqlite.SQLiteConnection;
import svc.api.store.StoreException;
import svc.api.store.StoreException.Kind;
import svc.store.sqlite.snapshot.WalCheckpointer.LongRead;
import svc.store.sqlite.sql.Connections;
import svc.store.sqlite.sql.SqliteErrors;
import svc.store.sqlite.sql.StatementCache;

/** Copies the database through a read connection of its own. */
final class ImageCopy {

    /** The endings of the files that SQLite can create for a database; the first is that of the database itself. */
    static final List<String> SIDE_FILES = List.of("", "-journal", "-wal", "-shm");

    private static final Logger LOG = LoggerFactory.getLogger(ImageCopy.class);

    /** The number of pages that are copied at a time: 1 MiB. */
    private static final int PAGES = 256;

    private final StatementCache db;
    private final LongRead read;
    private boolean givenUp;
    private boolean isLocked;

    private ImageCopy(StatementCache db, LongRead read) {
        this.db = db;
        this.read = read;
    }

    /**
     * Copies the database.
     *
     * @param file an empty file
     * @param room the number of bytes that the copy may have
     * @return the size of the copy
     */
    static long make(Connections connections, LongRead read, Path file, long room) {
        try (StatementCache db = new StatementCache(connections.reader())) {
            db.run("BEGIN");
            // BEGIN alone does not start the read.
            db.number(0, "SELECT count(*) FROM sqlite_schema");
            long size = db.number(0, "PRAGMA page_count") * db.number(0, "PRAGMA page_size");
            if (size > room) {
                throw new StoreException(
                        Kind.FULL,
                        "A copy of the database needs " + size + " bytes, and " + Math.max(0, room)
                                + " can be used on the disk of " + file.getParent() + ".",
                        null);
            }
            new ImageCopy(db, read).copy(file);
            return size;
        } catch (SQLException e) {
            throw SqliteErrors.of(e);
        }
    }

    /** The transaction ends with the connection. */
    private void copy(Path file) throws SQLException {
        int code = db.connection()
                .unwrap(SQLiteConnection.class)
                .getDatabase()
                .backup("main", file.toString(), (left, all) -> giveUpIfExpired(), 0, 0, PAGES);
        if (givenUp) {
            throw new StoreException(
                    Kind.FULL,
                    "The copy of the database was given up, because too much was written meanwhile. Try again when"
                            + " fewer changes are made, or free disk space.",
                    null);
        }
        if (code != 0) {
            throw SqliteErrors.of(new SQLException("The copy failed with the SQLite code " + code, null, code));
        }
    }

    /**
     * Makes SQLite end the copy if the log exceeds its limit. SQLite has no call for this, but a copy cannot go on while
     * its own connection writes: the connection gives its snapshot up, and takes the lock of the writer until the call
     * returns, which is at once.
     */
    private void giveUpIfExpired() {
        if (!read.isExpired() || isLocked) {
            return;
        }
        try {
            if (!givenUp) {
                givenUp = true;
                run("ROLLBACK");
                run("PRAGMA query_only=OFF");
            }
            run("BEGIN IMMEDIATE");
            isLocked = true;
        } catch (SQLException e) {
            LOG.debug("The copy is given up, and ends later: {}", e.getMessage());
        }
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = db.connection().createStatement()) {
            statement.execute(sql);
        }
    }
}
