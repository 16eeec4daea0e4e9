package svc.store.sqlite;

import java.nio.file.Path;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;

/** Turns what SQLite says about the whole database into two sentences for the operator. */
final class SchemaTrouble {

    private SchemaTrouble() {}

    static SchemaRefusal of(SQLException e, Path file) {
        SchemaRefusal refusal = e.getErrorCode() == 0 ? driver(e) : database(e, file);
        refusal.initCause(e);
        return refusal;
    }

    /** Without an error code the driver never came as far as SQLite: its native library could not be loaded. */
    private static SchemaRefusal driver(SQLException e) {
        Throwable root = e;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return new SchemaRefusal(
                "The database driver does not start: " + root.getMessage() + ".",
                "Give the server a folder for temporary files that it may write and run programs from.");
    }

    private static SchemaRefusal database(SQLException e, Path file) {
        SQLiteErrorCode code = SQLiteErrorCode.getErrorCode(e.getErrorCode() & 0xff);
        return switch (code) {
            case SQLITE_NOTADB ->
                new SchemaRefusal(
                        "The file " + file + " is not an SQLite database.",
                        "Put the database in its place, or restore a backup.");
            case SQLITE_CORRUPT ->
                new SchemaRefusal("The database " + file + " is damaged.", "Restore a backup of the database.");
            case SQLITE_FULL ->
                new SchemaRefusal(
                        "There is no space left for the database " + file + "; nothing of the migration was kept.",
                        "Free space on its disk and start again.");
            case SQLITE_IOERR ->
                new SchemaRefusal(
                        "The database " + file + " could not be read or written (" + words(e)
                                + "); nothing of the migration was kept.",
                        "Look for a full or failing disk, a quota or a limit on file sizes, and start again.");
            case SQLITE_BUSY, SQLITE_LOCKED ->
                new SchemaRefusal(
                        "Another process uses the database " + file + ".",
                        "End that process, or wait until it is done, and try again.");
            case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH, SQLITE_READONLY -> forbidden(file);
            default ->
                new SchemaRefusal(
                        "The database " + file + " could not be read: " + words(e) + ".",
                        "Restore a backup of the database.");
        };
    }

    static SchemaRefusal forbidden(Path file) {
        return new SchemaRefusal(
                "The database " + file + " cannot be opened for lack of permission.",
                "Give the user that runs the server the right to read and write the file and its folder.");
    }

    /** SQLite's own message, which the driver puts in brackets behind the name and the meaning of the error code. */
    static String words(SQLException e) {
        String message = String.valueOf(e.getMessage());
        int bracket = message.indexOf(" (");
        return message.startsWith("[SQLITE_") && bracket > 0 && message.endsWith(")")
                ? message.substring(bracket + 2, message.length() - 1)
                : message;
    }
}
