package svc.api.lifecycle;

import java.io.Serial;

/**
 * Thrown if the server cannot start. The launcher prints the two sentences, stops all bundles and exits with status 78.
 *
 * <p>The message consists of the two sentences, separated by a line feed, so that the launcher does not need this
 * class.
 */
public final class StartupException extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    /**
     * Creates the exception.
     *
     * @param what one sentence that describes the problem
     * @param remedy one sentence that describes the remedy
     */
    public StartupException(String what, String remedy) {
        super(what + "\n" + remedy);
    }
}
