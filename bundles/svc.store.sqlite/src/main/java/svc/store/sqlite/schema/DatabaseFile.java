package svc.store.sqlite.schema;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.jdbc4.JDBC4Connection;
import svc.api.store.StoreException;
import svc.store.sqlite.disk.FreePages;
import svc.store.sqlite.sql.StatementCache;

/** The database file outside the store: opens it for a migration or to compact it. */
public final class DatabaseFile {

    /**
     * The number of lock attempts, two milliseconds apart. SQLite's own retries wait up to 100 ms, so they would never
     * get the lock while another process writes without pause.
     */
    private static final int PATIENCE = 5_000;

    static final int BUSY_TIMEOUT_MILLIS = 10_000;
    private static final long PAUSE_NANOS = 2_000_000;

    /** The first bytes of a database. The page size follows; the number 1 stands for the largest page. */
    private static final byte[] MAGIC = "SQLite format 3\0".getBytes(US_ASCII);

    private static final int LARGEST_PAGE = 65_536;

    private final Path file;

    public DatabaseFile(Path file) {
        this.file = file.toAbsolutePath();
    }

    public Path path() {
        return file;
    }

    /** Returns whether the file exists and has no bytes. */
    public boolean isEmpty() {
        return Files.isRegularFile(file) && size("") == 0;
    }

    /**
     * Returns whether the file ends within a page, as after an incomplete copy. SQLite does not detect this before it
     * reads that page. A file with a write-ahead log may end so after a crash.
     */
    boolean endsWithinPage() throws IOException {
        try (DataInputStream in = new DataInputStream(Files.newInputStream(file))) {
            boolean isDatabase = Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
            int written = in.readUnsignedShort();
            int pageSize = written == 1 ? LARGEST_PAGE : written;
            return isDatabase && pageSize > 0 && size("") % pageSize != 0;
        } catch (EOFException e) {
            return false; // too short for a database
        }
    }

    /** Work on a connection. */
    @FunctionalInterface
    public interface Work<R, E extends Exception> {
        R on(StatementCache db) throws SQLException, E;
    }

    /** Rejects a path that is not a regular file or is not readable, with clearer messages than those of SQLite. */
    public void requireReadable() {
        if (!Files.isRegularFile(file)) {
            throw new SchemaException("The database " + file + " is not a file.", "Move it away and start again.");
        }
        if (!Files.isReadable(file)) {
            throw SchemaException.forbidden(file);
        }
    }

    /**
     * Runs work in an exclusive transaction and commits it; an exception rolls it back. Creates the file if it is
     * missing, and waits until no other connection uses the database.
     */
    public <R, E extends Exception> R change(Work<R, E> work) throws E {
        create();
        SQLiteConfig config = writing();
        // Data that a script deletes must also be removed from the file.
        config.setPragma(SQLiteConfig.Pragma.SECURE_DELETE, "true");
        // Enforcement is off, because SQLite's procedure for rebuilding a table requires this. All references are
        // checked before the commit.
        config.enforceForeignKeys(false);
        try {
            return open(file, "", config, db -> {
                begin(db);
                R result = work.on(db);
                db.run("COMMIT");
                return result;
            });
        } catch (SQLException e) {
            throw SchemaException.of(e, file);
        }
    }

    /** Rewrites the database without its free pages and enables incremental vacuum. */
    public void compact() throws SQLException {
        open(file, "", writing(), db -> {
            try (Statement statement = db.connection().createStatement()) {
                // SQLite's default folder for the copy, /tmp, is often too small.
                String folder = String.valueOf(file.getParent()).replace("'", "''");
                statement.execute("PRAGMA temp_store_directory = '" + folder + "'");
                statement.execute("PRAGMA auto_vacuum = " + FreePages.INCREMENTAL);
                statement.executeUpdate("VACUUM");
                return statement.execute("PRAGMA wal_checkpoint(TRUNCATE)");
            }
        });
    }

    private static SQLiteConfig writing() {
        SQLiteConfig config = new SQLiteConfig();
        config.setBusyTimeout(BUSY_TIMEOUT_MILLIS);
        config.setSynchronous(SynchronousMode.FULL);
        return config;
    }

    private void create() {
        try {
            if (!Files.exists(file)) {
                Files.createDirectories(file.getParent());
                Files.createFile(
                        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            }
        } catch (IOException e) {
            throw SchemaException.forbidden(file);
        }
        if (!Files.isWritable(file)) {
            throw SchemaException.forbidden(file);
        }
    }

    private static void begin(StatementCache db) throws SQLException {
        db.number(0, "PRAGMA busy_timeout = 0");
        for (int attempt = 1; ; attempt++) {
            try {
                // The pragma takes effect only in a database without tables. A new file therefore supports incremental
                // vacuum.
                db.run("PRAGMA auto_vacuum = " + FreePages.INCREMENTAL);
                db.run("BEGIN EXCLUSIVE");
                return;
            } catch (SQLException e) {
                if (attempt == PATIENCE || (e.getErrorCode() & 0xff) != SQLiteErrorCode.SQLITE_BUSY.code) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Opens a file by URI, so that no character of the path has a special meaning. */
    public static <R, E extends Exception> R open(Path file, String parameters, SQLiteConfig config, Work<R, E> work)
            throws SQLException, E {
        MigrationConnection connection = new MigrationConnection(file.toUri() + parameters, config);
        try (StatementCache db = new StatementCache(connection)) {
            return work.on(db);
        } catch (StoreException e) {
            if (e.getCause() instanceof SQLException cause) {
                throw cause;
            }
            throw e;
        } finally {
            connection.end();
        }
    }

    /**
     * A connection whose transactions are begun and ended by SQL only. The methods of JDBC that Flyway would use for
     * this have no effect. Thus the scripts of all bundles, Flyway's history and the catalogue are committed together
     * (UPG-01).
     */
    static final class MigrationConnection extends JDBC4Connection {

        private boolean broken;

        MigrationConnection(String address, SQLiteConfig config) throws SQLException {
            super("jdbc:sqlite:" + address, address, config.toProperties());
        }

        @Override
        public void setAutoCommit(boolean on) {}

        @Override
        public void commit() {}

        @Override
        public void rollback() {
            broken = true;
        }

        @Override
        public void close() {}

        /** Returns whether a rollback was requested; if so, the transaction must not be committed. */
        boolean broken() {
            return broken;
        }

        void end() throws SQLException {
            super.close();
        }
    }

    /**
     * Returns the size of the database file, or of the file beside it whose name ends with {@code ending}, such as
     * {@code -wal}; 0 if there is no such file.
     */
    long size(String ending) {
        try {
            return Files.size(sibling(file, ending));
        } catch (IOException e) {
            // A missing file has size 0.
            return 0;
        }
    }

    static Path sibling(Path file, String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }
}
