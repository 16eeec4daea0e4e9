package svc.store.sqlite.schema;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.sqlite.SQLiteConfig;

/** Reads the schema of a database file without the store. Writes nothing to the file. */
public final class SchemaReader {

    private static final int READ_ATTEMPTS = 20;

    private final DatabaseFile database;
    private final Path file;

    public SchemaReader(DatabaseFile database) {
        this.database = database;
        this.file = database.path();
    }

    /**
     * Reads the schema for a process that holds the lock of the home. It writes nothing, except that SQLite recovers
     * the write-ahead log or the journal of a killed process.
     */
    public SchemaState read() {
        if (!Files.exists(file)) {
            return SchemaState.empty();
        }
        database.requireReadable();
        try {
            // A file without a log is read in immutable mode. Any other mode would leave the files -wal and -shm
            // behind, even if the start is refused afterwards.
            Optional<SchemaState> state =
                    FileFingerprint.of(file).isWithoutLog() ? attempt(file.resolveSibling(".")) : Optional.empty();
            if (state.isPresent()) {
                return state.get();
            }
            // After a crash, there is a write-ahead log or a journal. A write-ahead log can be read in read-only mode,
            // but the rollback of a journal needs write access.
            SQLiteConfig config = new SQLiteConfig();
            config.setReadOnly(database.size("-wal") > 0 && database.size("-journal") == 0);
            config.setBusyTimeout(DatabaseFile.BUSY_TIMEOUT_MILLIS);
            return DatabaseFile.open(file, "", config, SchemaState::read);
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
    public SchemaState readShared(Path work) {
        if (!Files.exists(file)) {
            throw new SchemaException(
                    "There is no database at " + file + ".", "Start the server once, or name the correct home.");
        }
        database.requireReadable();
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
        FileFingerprint before = FileFingerprint.of(file);
        try {
            SchemaState state = before.isWithoutLog() ? inPlace() : copied(work);
            return before.isUnchangedIn(FileFingerprint.of(file)) ? Optional.of(state) : Optional.empty();
        } catch (SQLException | SchemaException e) {
            if (!before.isUnchangedIn(FileFingerprint.of(file))) {
                return Optional.empty();
            }
            throw e instanceof SQLException sql ? SchemaException.of(sql, file) : (SchemaException) e;
        }
    }

    private SchemaState inPlace() throws IOException, SQLException {
        if (database.endsWithinPage()) {
            throw SchemaException.damaged(file);
        }
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        return DatabaseFile.open(file, "?immutable=1", config, SchemaState::read);
    }

    private SchemaState copied(Path work) throws IOException, SQLException {
        Path folder = Files.createTempDirectory(work, "schema-check-");
        Path copy = folder.resolve("copy.db");
        try {
            Files.copy(file, copy);
            for (String ending : List.of("-wal", "-journal")) {
                try {
                    Files.copy(DatabaseFile.sibling(file, ending), DatabaseFile.sibling(copy, ending));
                } catch (NoSuchFileException e) {
                    // The file was deleted during the copy, or it never existed. The comparison of the fingerprints
                    // detects this.
                }
            }
            return DatabaseFile.open(copy, "", new SQLiteConfig(), SchemaState::read);
        } finally {
            for (String ending : List.of("", "-wal", "-shm", "-journal")) {
                Files.deleteIfExists(DatabaseFile.sibling(copy, ending));
            }
            Files.delete(folder);
        }
    }

    /**
     * A fingerprint of the database files, to detect changes.
     *
     * @param size the size of the database
     * @param changed the last modification time of the database
     * @param log the first bytes of the log, which hold its salts; empty without a log
     * @param journal the last modification time of the rollback journal; empty without one
     */
    private record FileFingerprint(long size, FileTime changed, ByteBuffer log, Optional<FileTime> journal) {

        private static final int LOG_HEADER = 32;

        static FileFingerprint of(Path file) throws IOException {
            return new FileFingerprint(
                    Files.size(file),
                    Files.getLastModifiedTime(file),
                    head(DatabaseFile.sibling(file, "-wal")),
                    written(DatabaseFile.sibling(file, "-journal")));
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
        boolean isWithoutLog() {
            return log.limit() == 0 && journal.isEmpty();
        }

        /**
         * Returns whether a copy made between the two fingerprints is valid. If the log only grew, the copy is valid:
         * SQLite ignores incomplete frames, and pages that a checkpoint copied into the file stay in the log until the
         * salts of the log change.
         */
        boolean isUnchangedIn(FileFingerprint after) {
            return log.limit() > 0
                    ? log.equals(after.log) && journal.isEmpty() && after.journal.isEmpty()
                    : equals(after);
        }
    }
}
