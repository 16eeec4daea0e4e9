package svc.store.sqlite.schema;

import java.io.Serial;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.sqlite.SQLiteErrorCode;
import svc.api.operation.OperationException;
import svc.store.sqlite.disk.DiskProbe;
import svc.store.sqlite.schema.SchemaReport.Verdict;

/**
 * Thrown when the database and the bundles do not match, or when the database cannot be used. It is converted to a
 * {@code StartupException} at a start, to a refusal of a new bundle, or to an {@code OperationException} in an
 * operation.
 */
public final class SchemaException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final transient SchemaReport report;
    private final String what;
    private final String remedy;

    /** Creates an exception with the general verdict {@link Verdict#UNREADABLE}. */
    public SchemaException(String what, String remedy) {
        this(Verdict.UNREADABLE, null, what, remedy);
    }

    /** Creates an exception with the verdict that {@code svc schema-check} prints. */
    SchemaException(Verdict verdict, @Nullable String namespace, String what, String remedy) {
        super(what + " " + remedy);
        this.report = new SchemaReport(verdict, namespace, what + " " + remedy);
        this.what = what;
        this.remedy = remedy;
    }

    SchemaException causedBy(Throwable cause) {
        initCause(cause);
        return this;
    }

    /** Returns the report of {@code svc schema-check}. */
    SchemaReport report() {
        return report;
    }

    /** Returns one sentence that describes the problem. */
    public String what() {
        return what;
    }

    /** Returns one sentence that describes the remedy. */
    public String remedy() {
        return remedy;
    }

    /** Returns the exception of an operation that is refused for this reason. */
    public OperationException conflict() {
        OperationException conflict = new OperationException(OperationException.Reason.CONFLICT, what + " " + remedy);
        conflict.initCause(this);
        return conflict;
    }

    /** Maps an SQLite error on the whole database to a message and a remedy for the operator. */
    public static SchemaException of(SQLException e, Path file) {
        return (e.getErrorCode() == 0 ? driver(e) : database(e, file)).causedBy(e);
    }

    /** Returns the exception for a driver that could not load its native library: its exception has no error code. */
    private static SchemaException driver(SQLException e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new SchemaException(
                "The database driver does not start: " + root.getMessage() + ".",
                "Give the server a folder for temporary files that it may write and run programs from.");
    }

    private static SchemaException database(SQLException e, Path file) {
        SQLiteErrorCode code = SQLiteErrorCode.getErrorCode(e.getErrorCode() & 0xff);
        if (code == SQLiteErrorCode.SQLITE_CORRUPT || code == SQLiteErrorCode.SQLITE_IOERR) {
            Optional<String> disk = DiskProbe.trouble(file);
            if (disk.isPresent()) {
                return new SchemaException(disk.get(), DiskProbe.REMEDY);
            }
        }
        return switch (code) {
            case SQLITE_NOTADB ->
                new SchemaException(
                        "The file " + file + " is not an SQLite database.",
                        "Move the file away and restore the database from a backup.");
            case SQLITE_CORRUPT -> damaged(file);
            case SQLITE_FULL ->
                new SchemaException(
                        "There is no space left for the database " + file + "; nothing of the migration was kept.",
                        "Free space on its disk and start again.");
            case SQLITE_IOERR ->
                new SchemaException(
                        "The database " + file + " could not be read or written (" + words(e)
                                + "); nothing of the migration was kept.",
                        "Check for a full or failing disk, a quota or a limit on file sizes, and start again.");
            case SQLITE_BUSY, SQLITE_LOCKED ->
                new SchemaException(
                        "Another process uses the database " + file + ".",
                        "End that process, or wait until it has ended, and try again.");
            case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH, SQLITE_READONLY -> forbidden(file);
            default ->
                new SchemaException(
                        "The database " + file + " could not be read: " + words(e) + ".",
                        "Restore a backup of the database.");
        };
    }

    static SchemaException damaged(Path file) {
        return new SchemaException("The database " + file + " is damaged.", "Restore a backup of the database.");
    }

    static SchemaException forbidden(Path file) {
        return new SchemaException(
                "The database " + file + " cannot be opened for lack of permission.",
                "Give the user that runs the server the right to read and write the file and its folder.");
    }

    /**
     * Returns SQLite's own message, which the driver puts in brackets behind the name and meaning of the error code.
     */
    static String words(SQLException e) {
        String message = String.valueOf(e.getMessage());
        int bracket = message.indexOf(" (");
        return message.startsWith("[SQLITE_") && bracket > 0 && message.endsWith(")")
                ? message.substring(bracket + 2, message.length() - 1)
                : message;
    }
}
