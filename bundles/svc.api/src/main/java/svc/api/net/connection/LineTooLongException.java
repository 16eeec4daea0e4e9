package svc.api.net.connection;

import java.io.IOException;
import java.io.Serial;

/** Thrown if a line of a client is longer than the protocol permits. */
public final class LineTooLongException extends IOException {

    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param limit the maximum length in bytes
     */
    public LineTooLongException(int limit) {
        super("the line is longer than " + limit + " bytes");
    }
}
