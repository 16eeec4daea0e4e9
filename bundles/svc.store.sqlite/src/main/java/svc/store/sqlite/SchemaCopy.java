package svc.store.sqlite;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import org.sqlite.SQLiteConfig;

/**
 * Reads a database that may belong to a running server, and leaves no trace of having been there (SCH-01).
 *
 * <p>Without a log the file is read in place as if it could not change, because opening it in any other way leaves
 * {@code -wal} and {@code -shm} behind. With a log, or with a journal still to be rolled back, a private copy is read.
 */
final class SchemaCopy {

    private static final int ATTEMPTS = 20;

    private final Path file;
    private final Path work;

    /**
     * Looks at one file.
     *
     * @param file the database
     * @param work a folder for the private copy
     */
    SchemaCopy(Path file, Path work) {
        this.file = file.toAbsolutePath();
        this.work = work;
    }

    SchemaState read() {
        if (!Files.exists(file)) {
            throw new SchemaRefusal(
                    "There is no database at " + file + ".", "Start the server once, or name the right home.");
        }
        SchemaFile.refuseStranger(file);
        try {
            for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
                Optional<SchemaState> state = attempt();
                if (state.isPresent()) {
                    return state.get();
                }
            }
        } catch (IOException e) {
            throw new SchemaRefusal(
                    "The database " + file + " could not be read: " + e.getMessage() + ".",
                    "Look at the permissions of the file and at the free space in " + work + ".");
        }
        throw new SchemaRefusal(
                "The database " + file + " changed faster than it could be read.", "Ask again at a quieter moment.");
    }

    /** Reads the file where it is; empty when it has a log or a journal, or changed meanwhile. */
    Optional<SchemaState> whole() throws IOException {
        return Print.of(file).whole() ? attempt() : Optional.empty();
    }

    /** What was read, well or badly, counts only when nothing changed meanwhile. */
    private Optional<SchemaState> attempt() throws IOException {
        Print before = Print.of(file);
        try {
            SchemaState state = before.whole() ? inPlace() : copied();
            return before.heldUntil(Print.of(file)) ? Optional.of(state) : Optional.empty();
        } catch (SQLException | SchemaRefusal e) {
            if (!before.heldUntil(Print.of(file))) {
                return Optional.empty();
            }
            throw e instanceof SQLException sql ? SchemaTrouble.of(sql, file) : (SchemaRefusal) e;
        }
    }

    private SchemaState inPlace() throws SQLException {
        SQLiteConfig config = new SQLiteConfig();
        config.setReadOnly(true);
        try (Connection database = SchemaFile.open(file, "?immutable=1", config)) {
            return new SchemaReader(database).read();
        }
    }

    private SchemaState copied() throws IOException, SQLException {
        Path folder = Files.createTempDirectory(work, "schema-check-");
        Path copy = folder.resolve("copy.db");
        try {
            Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            for (String ending : List.of("-wal", "-journal")) {
                copyIfThere(Print.sibling(file, ending), Print.sibling(copy, ending));
            }
            try (Connection database = SchemaFile.open(copy, "", new SQLiteConfig())) {
                return new SchemaReader(database).read();
            }
        } finally {
            for (String ending : List.of("", "-wal", "-shm", "-journal")) {
                Files.deleteIfExists(Print.sibling(copy, ending));
            }
            Files.delete(folder);
        }
    }

    private static void copyIfThere(Path from, Path to) throws IOException {
        try {
            Files.copy(from, to);
        } catch (NoSuchFileException e) {
            // It went meanwhile; the comparison of the prints sees that.
        }
    }

    /**
     * By what a change is noticed.
     *
     * @param size of the database
     * @param changed when the database was last written
     * @param log the first bytes of the log, which hold its salts; empty without a log
     * @param journal when the rollback journal was last written; empty without one
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

        /** One look, since a journal goes at any moment. */
        private static Optional<FileTime> written(Path journal) throws IOException {
            try {
                BasicFileAttributes attributes = Files.readAttributes(journal, BasicFileAttributes.class);
                return attributes.size() > 0 ? Optional.of(attributes.lastModifiedTime()) : Optional.empty();
            } catch (NoSuchFileException e) {
                return Optional.empty();
            }
        }

        static Path sibling(Path file, String ending) {
            return file.resolveSibling(file.getFileName() + ending);
        }

        private static ByteBuffer head(Path log) throws IOException {
            ByteBuffer head = ByteBuffer.allocate(LOG_HEADER);
            try (SeekableByteChannel channel = Files.newByteChannel(log)) {
                while (head.hasRemaining() && channel.read(head) >= 0) {
                    // A short header is read to its end.
                }
            } catch (NoSuchFileException e) {
                // No log.
            }
            return head.flip();
        }

        /** Whether the file alone is the whole database. */
        boolean whole() {
            return log.limit() == 0 && journal.isEmpty();
        }

        /**
         * Whether nothing happened that spoils a copy. A log that only grew does not: its new frames count whole or not at
         * all, and pages that a checkpoint moved into the file meanwhile are still in the log, until its salts change.
         */
        boolean heldUntil(Print after) {
            if (log.limit() > 0) {
                return log.equals(after.log) && journal.isEmpty() && after.journal.isEmpty();
            }
            return equals(after);
        }
    }
}
