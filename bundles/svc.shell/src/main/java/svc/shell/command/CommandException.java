package svc.shell.command;

import java.io.Serial;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;

/** Thrown for a command that does not reach its operation: its usage is wrong, or no server answers. */
public final class CommandException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final int exit;
    private final OperationException problem;

    public CommandException(int exit, OperationException problem) {
        super(problem);
        this.exit = exit;
        this.problem = problem;
    }

    public static CommandException usage(String detail) {
        return new CommandException(ExitCodes.USAGE, new OperationException(Reason.INVALID, detail));
    }

    /** Returns the exception for a refused command. */
    public static CommandException refused(String detail) {
        return new CommandException(
                ExitCodes.REFUSED, new OperationException(OperationException.Reason.INVALID, detail));
    }

    public static CommandException unreachable(String detail) {
        return new CommandException(ExitCodes.UNREACHABLE, new OperationException(Reason.NOT_FOUND, detail));
    }

    int exit() {
        return exit;
    }

    OperationException problem() {
        return problem;
    }
}
