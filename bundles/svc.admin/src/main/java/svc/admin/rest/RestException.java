package svc.admin;

import java.io.Serial;
import svc.api.operation.OperationProblem;

/** A problem that only exists over HTTP and has a status of its own. */
final class RestProblem extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;
    private final OperationProblem problem;

    RestProblem(int status, OperationProblem problem) {
        super(problem);
        this.status = status;
        this.problem = problem;
    }

    int status() {
        return status;
    }

    OperationProblem problem() {
        return problem;
    }
}
