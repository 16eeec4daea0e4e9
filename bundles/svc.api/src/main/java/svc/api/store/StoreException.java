package svc.api.store;

import java.io.Serial;
import org.jspecify.annotations.Nullable;

/** The store could not do what it was asked. Nothing of the work stayed. */
public final class StoreProblem extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /** A problem with one sentence for people. */
    public StoreProblem(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = kind;
    }

    /** What kind of problem it is. */
    public Kind kind() {
        return kind;
    }

    /** The kinds of problems. */
    public enum Kind {
        /** There is no account with this number. */
        NO_ACCOUNT,
        /** There is no space left; the same work may succeed when there is. */
        FULL,
        /** The database is kept busy by somebody else; the same work may succeed later. */
        BUSY,
        /** The snapshot was held for too long and was taken away. */
        EXPIRED,
        /** The server is stopping or has stopped. */
        STOPPED,
        /** No server runs, and the command does not say that it needs the store; see {@link Store}. */
        CLOSED,
        /** The database file is damaged. */
        DAMAGED,
        /** The database refused: a rule of the schema, an unknown table, a mistake in a statement. */
        REFUSED,
        /** Reading or writing the file failed. */
        FAILED
    }
}
