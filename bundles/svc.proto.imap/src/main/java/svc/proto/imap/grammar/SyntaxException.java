package svc.proto.imap.grammar;

import java.io.Serial;

/** Thrown if a command is not valid. The message names what was expected and where. */
public final class SyntaxException extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final int column;

    /**
     * Creates the exception.
     *
     * @param problem the problem, such as {@code expected a mailbox name}
     * @param column the position in the command where it occurred, from 1
     */
    public SyntaxException(String problem, int column) {
        // The command of a client causes it, not a defect of the server: the stack trace is of no use.
        super(problem + " at column " + column, null, false, false);
        this.column = column;
    }

    /** Returns the position in the command, from 1; the octets of literals count. */
    public int column() {
        return column;
    }
}
