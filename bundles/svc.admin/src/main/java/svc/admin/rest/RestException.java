package svc.admin.rest;

import java.io.Serial;
import svc.api.operation.OperationException;

/** Thrown for a problem specific to HTTP, with its own status. */
final class RestException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;
    private final OperationException problem;

    RestException(int status, OperationException problem) {
        super(problem);
        this.status = status;
        this.problem = problem;
    }

    int status() {
        return status;
    }

    OperationException problem() {
        return problem;
    }
}
