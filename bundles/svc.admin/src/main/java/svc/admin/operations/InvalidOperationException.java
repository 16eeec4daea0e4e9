package svc.admin.operations;

import java.io.Serial;

/** Thrown for an invalid declaration of an operation. The message is a clause: {@code its noun …}. */
final class InvalidOperationException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    InvalidOperationException(String message) {
        super(message);
    }
}
