package svc.shell;

import java.io.Serial;
import svc.api.operation.OperationProblem;

/** A command that does not get as far as the operation: wrong usage, or nobody to run it. */
final class CommandProblem extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final int exit;
    private final OperationProblem problem;

    CommandProblem(int exit, OperationProblem problem) {
        super(problem);
        this.exit = exit;
        this.problem = problem;
    }

    static CommandProblem usage(String detail) {
        return new CommandProblem(Exit.USAGE, new OperationProblem(OperationProblem.Reason.INVALID, detail));
    }

    static CommandProblem unreachable(String detail) {
        return new CommandProblem(Exit.UNREACHABLE, new OperationProblem(OperationProblem.Reason.NOT_FOUND, detail));
    }

    int exit() {
        return exit;
    }

    OperationProblem problem() {
        return problem;
    }
}
