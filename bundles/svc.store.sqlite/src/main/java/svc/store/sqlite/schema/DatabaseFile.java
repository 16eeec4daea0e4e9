package svc.store.sqlite.schema;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.sqlite.SQLiteConfig;
import org.sqlite.SQLiteConfig.SynchronousMode;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.jdbc4.JDBC4Connection;
import svc.api.store.StoreException;
import svc.store.sqlite.disk.FreePages;
import svc.store.sqlite.sql.StatementCache;

/** The database file outside the store: reads its schema, and opens it for a migration. */
public final class DatabaseFile {

    /**
     * The number of lock attempts, two milliseconds apart. SQLite's own retries wait up to 100 ms, so they would never
     * get the lock while another process writes without pause.
     */
    private static final int PATIENCE = 5_000;

    private static final int LOOK_MILLIS = 10_000;
    private static final long PAUSE_NANOS = 2_000_000;
    private static final int READ_ATTEMPTS = 20;

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

    /** Work on a connection. */
    @FunctionalInterface
    public interface Work<R, E extends Exception> {
        R on(StatementCache db) throws SQLException, E;
    }

    /**
     * Reads the schema for a process that holds the lock of the home. It writes nothing, except that SQLite recovers
     * the write-ahead log or the journal of a killed process.
     */
    public SchemaState look() {
        if (!Files.exists(file)) {
            return SchemaState.empty();
        }
        refuseStranger();
        try {
            // Opening a file with a write-ahead log would leave the files -wal and -shm behind, even if the start is
            // refused afterwards.
            Optional<SchemaState> whole = Print.of(file).whole() ? attempt(file.resolveSibling(".")) : Optional.empty();
            if (whole.isPresent()) {
                return whole.get();
            }
            // This applies after a crash: a write-ahead log can be read in read-only mode, but the rollback of a
            // journal needs write access.
            SQLiteConfig config = new SQLiteConfig();
            config.setReadOnly(size("-wal") > 0 && size("-journal") == 0);
            config.setBusyTimeout(LOOK_MILLIS);
            return open(file, "", config, SchemaState::read);
        } catch (IOException e) {
            throw SchemaException.forbidden(file);
        } catch (SQLException e) {
            throw SchemaException.of(e, file);
        }
    }

    /**
     * Reads the schema of a database that may belong to a running server, and leaves no files behind (SCH-01). Without
     * a log the file is read in place in immutable mode, because any other mode leaves {@code -wal} and {@code -shm}
     * behind. With a log, or with a journal that is not rolled back, a private copy in {@code work} is read.
     */
    public SchemaState read(Path work) {
        if (!Files.exists(file)) {
            throw new SchemaException(
                    "There is no database at " + file + ".", "Start the server once, or name the correct home.");
        }
        refuseStranger();
        try {
            for (int attempt = 1; attempt <= READ_ATTEMPTS; attempt++) {
                Optional<SchemaState> state = attempt(work);
                if (state.isPresent()) {
                    return state.get();
                }
            }
        } catch (IOException e) {
            throw new SchemaException(
                    "The database " + file + " could not be read: " + e.getMessage() + ".",
                    "Check the permissions of the file and the free space in " + work + ".");
        }
        throw new SchemaException(
                "The database " + file + " changed faster than it could be read.",
                "Try again when the server is less busy.");
    }

    /** Discards a result or an error when the file changed during the read. */
    private Optional<SchemaState> attempt(Path work) throws IOException {
        Print before = Print.of(file);
        try {
            SchemaState state = before.whole() ? inPlace() : copied(work);
            return before.heldUntil(Print.of(file)) ? Optional.of(state) : Optional.empty();
        } catch (SQLException | SchemaException e) {
            if (!before.heldUntil(Print.of(file))) {
                return Optional.empty();
            }
            throw e instanceof SQLException sql ? SchemaException.of(sql, file) : (SchemaException) e;
        }
    }

    private SchemaState inPlace() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        return open(file, "?immutable=1", config, SchemaState::read);
    }

    private SchemaState copied(Path work) throws IOException, SQLException {
        Path folder = Files.createTempDirectory(work, "schema-check-");
        Path copy = folder.resolve("copy.db");
        try {
            Files.copy(file, copy);
            for (String ending : List.of("-wal", "-journal")) {
                try {
                    Files.copy(sibling(file, ending), sibling(copy, ending));
                } catch (NoSuchFileException e) {
                    // The file was deleted during the copy, or it never existed. The comparison of the fingerprints
                    // detects this.
                }
            }
            return open(copy, "", new SQLiteConfig(), SchemaState::read);
        } finally {
            for (String ending : List.of("", "-wal", "-shm", "-journal")) {
                Files.deleteIfExists(sibling(copy, ending));
            }
            Files.delete(folder);
        }
    }

    /** Refuses a path that is not a regular file or is not readable, with clearer messages than those of SQLite. */
    public void refuseStranger() {
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
        config.setBusyTimeout(LOOK_MILLIS);
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
    static <R, E extends Exception> R open(Path file, String parameters, SQLiteConfig config, Work<R, E> work)
            throws SQLException, E {
        Held connection = new Held(file.toUri() + parameters, config);
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
    static final class Held extends JDBC4Connection {

        private boolean broken;

        Held(String address, SQLiteConfig config) throws SQLException {
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

    private long size(String ending) {
        try {
            return Files.size(sibling(file, ending));
        } catch (IOException e) {
            // A missing file has size 0.
            return 0;
        }
    }

    private static Path sibling(Path file, String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }

    /**
     * A fingerprint of the database files, to detect changes.
     *
     * @param size the size of the database
     * @param changed the last modification time of the database
     * @param log the first bytes of the log, which hold its salts; empty without a log
     * @param journal the last modification time of the rollback journal; empty without one
     */
    private record Print(long size, FileTime changed, ByteBuffer log, Optional<FileTime> journal) {

        private static final int LOG_HEADER = 32;

        static Print of(Path file) throws IOException {
            return new Print(
                    Files.size(file),
                    Files.getLastModifiedTime(file),
                    head(sibling(file, "-wal")),
                    written(sibling(file, "-journal")));
        }

        /** Reads all attributes in one call, because the journal can be deleted at any moment. */
        private static Optional<FileTime> written(Path journal) throws IOException {
            try {
                BasicFileAttributes attributes = Files.readAttributes(journal, BasicFileAttributes.class);
                return attributes.size() > 0 ? Optional.of(attributes.lastModifiedTime()) : Optional.empty();
            } catch (NoSuchFileException e) {
                return Optional.empty();
            }
        }

        private static ByteBuffer head(Path log) throws IOException {
            try (InputStream in = Files.newInputStream(log)) {
                return ByteBuffer.wrap(in.readNBytes(LOG_HEADER));
            } catch (NoSuchFileException e) {
                return ByteBuffer.allocate(0);
            }
        }

        /** Returns whether the database has neither a log nor a journal. */
        boolean whole() {
            return log.limit() == 0 && journal.isEmpty();
        }

        /**
         * Returns whether a copy made between the two fingerprints is valid. If the log only grew, the copy is valid:
         * SQLite ignores incomplete frames, and pages that a checkpoint copied into the file stay in the log until the
         * salts of the log change.
         */
        boolean heldUntil(Print after) {
            return log.limit() > 0
                    ? log.equals(after.log) && journal.isEmpty() && after.journal.isEmpty()
                    : equals(after);
        }
    }
}
