package svc.api.store;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** Thrown if a store operation fails. The changes of the operation have been rolled back. */
public final class StoreException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /** Creates the exception with a readable message. */
    public StoreException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** Returns the kind of failure. */
    public Kind kind() {
        return kind;
    }

    /** The kinds of failures. */
    public enum Kind {
        /** No account has this number. */
        NO_ACCOUNT,
        /** No space is left; the operation may succeed when space is available. */
        FULL,
        /** The database is busy, or the store has given up after repeated conflicts; the operation may succeed later. */
        BUSY,
        /** The snapshot was held too long and was ended by the store. */
        EXPIRED,
        /** The server is stopping or has stopped. */
        STOPPED,
        /** No server is running, and the command does not declare that it needs the store; see {@link Store}. */
        CLOSED,
        /** The database file is corrupt. */
        DAMAGED,
        /** The database rejected the statement: a constraint, an unknown table, or a syntax error. */
        REFUSED,
        /** Reading or writing the file failed. */
        FAILED
    }
}
