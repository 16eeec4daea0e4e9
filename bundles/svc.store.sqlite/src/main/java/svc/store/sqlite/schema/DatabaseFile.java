package svc.store.sqlite;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteDataSource;
import org.sqlite.SQLiteErrorCode;

/** The database file: how it is opened to look at it at a start, and how to migrate it. */
final class SchemaFile {

    /** Polls two milliseconds apart. SQLite's own back-off, up to 100 ms, would starve beside a writer that never rests. */
    private static final int PATIENCE = 5_000;

    private static final int LOOK_MILLIS = 10_000;
    private static final long PAUSE_NANOS = 2_000_000;

    private final Path file;

    SchemaFile(Path file) {
        this.file = file.toAbsolutePath();
    }

    Path path() {
        return file;
    }

    /**
     * What the database says, for a process that holds the home's lock. Nothing is written, except that SQLite itself
     * recovers the log or the journal of a process that was killed.
     */
    SchemaState look() {
        if (!Files.exists(file)) {
            return SchemaState.empty();
        }
        refuseStranger(file);
        try {
            // Opening a file with a write-ahead log would leave -wal and -shm behind, even when refused afterwards.
            Optional<SchemaState> whole = new SchemaCopy(file, file.resolveSibling(".")).whole();
            return whole.isPresent() ? whole.get() : recovered();
        } catch (IOException e) {
            throw SchemaTrouble.forbidden(file);
        } catch (SQLException e) {
            throw SchemaTrouble.of(e, file);
        }
    }

    /** With what a killed process left: a log is read along, a journal is rolled back, which takes the right to write. */
    private SchemaState recovered() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(size("-wal") > 0 && size("-journal") == 0);
        config.setBusyTimeout(LOOK_MILLIS);
        try (Connection database = open("", config)) {
            return new SchemaReader(database).read();
        }
    }

    /** What is not a file, or may not be read, is refused in plainer words than SQLite's. */
    static void refuseStranger(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new SchemaRefusal(
                    "The database " + file + " is not a file.", "Move away what stands in its place and start again.");
        }
        if (!Files.isReadable(file)) {
            throw SchemaTrouble.forbidden(file);
        }
    }

    /** Opens, makes the file if need be, and waits until nobody else uses the database; the caller commits or closes. */
    Connection exclusive() {
        create();
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(LOOK_MILLIS);
        config.setSynchronous(SynchronousMode.FULL);
        // What a script deletes must be gone from the file too.
        config.setPragma(SQLiteConfig.Pragma.SECURE_DELETE, "true");
        // Off as SQLite's own recipe for rebuilding a table wants it; checked whole before the commit.
        config.enforceForeignKeys(false);
        try {
            return begun(open("", config));
        } catch (SQLException e) {
            throw SchemaTrouble.of(e, file);
        }
    }

    private void create() {
        try {
            if (!Files.exists(file)) {
                Files.createDirectories(file.getParent());
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
        } catch (IOException e) {
            throw SchemaTrouble.forbidden(file);
        }
        if (!Files.isWritable(file)) {
            throw SchemaTrouble.forbidden(file);
        }
    }

    private static Connection begun(Connection database) throws SQLException {
        boolean begun = false;
        try (Statement statement = database.createStatement()) {
            statement.execute("PRAGMA busy_timeout = 0");
            for (int attempt = 1; !begun; attempt++) {
                try {
                    statement.execute("BEGIN EXCLUSIVE");
                    begun = true;
                } catch (SQLException e) {
                    if (attempt == PATIENCE || !busy(e)) {
                        throw e;
                    }
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
            return database;
        } finally {
            if (!begun) {
                database.close();
            }
        }
    }

    private static boolean busy(SQLException e) {
        return (e.getErrorCode() & 0xff) == SQLiteErrorCode.SQLITE_BUSY.code;
    }

    private Connection open(String parameters, SQLiteConfig config) throws SQLException {
        return open(file, parameters, config);
    }

    /** Opens by URI, so that no character of a path has a meaning of its own. */
    static Connection open(Path file, String parameters, SQLiteConfig config) throws SQLException {
        SQLiteDataSource source = new SQLiteDataSource(config);
        source.setUrl("jdbc:sqlite:" + file.toUri() + parameters);
        return source.getConnection();
    }

    private long size(String ending) {
        try {
            return Files.size(file.resolveSibling(file.getFileName() + ending));
        } catch (IOException e) {
            // Not there, which is what was asked.
            return 0;
        }
    }
}
