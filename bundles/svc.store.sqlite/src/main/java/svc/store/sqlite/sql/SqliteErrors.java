package svc.store.sqlite.sql;

import java.sql.SQLException;
import svc.api.store.StoreException;
import svc.api.store.StoreException.Kind;

/** Maps SQLite error codes to the {@link StoreException} kinds of the store API. */
public final class SqliteErrors {

    private SqliteErrors() {}

    public static StoreException of(SQLException e) {
        String message = e.getMessage();
        return switch (e.getErrorCode() & 0xff) {
            case 13 -> new StoreException(Kind.FULL, "The disk is full: the change was not stored.", e);
            case 5, 6 -> new StoreException(Kind.BUSY, "The database is locked by another program.", e);
            case 4, 9 -> new StoreException(Kind.EXPIRED, "The read took too long and was interrupted.", e);
            case 11, 26 ->
                new StoreException(
                        Kind.DAMAGED,
                        "The database file is damaged, or its disk cannot be read; `svc doctor` finds out which.",
                        e);
            case 8, 10, 14 -> new StoreException(Kind.FAILED, "The database file could not be read or written.", e);
            default -> new StoreException(Kind.REFUSED, "The database rejected the statement: " + message, e);
        };
    }
}
