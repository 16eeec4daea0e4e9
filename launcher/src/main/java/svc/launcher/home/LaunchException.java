package svc.launcher.home;

import java.io.PrintStream;
import java.io.Serial;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The reason for a refused start: a sentence that describes the problem, a sentence that describes the remedy, and the
 * exit code.
 */
public final class LaunchException extends RuntimeException {

    private static final Logger LOG = LoggerFactory.getLogger(LaunchException.class);

    /** The exit code of a start that did not become ready. */
    public static final int NOT_READY = 78;

    @Serial
    private static final long serialVersionUID = 1L;

    private final String remedy;
    private final int exit;

    public LaunchException(String what, String remedy, int exit) {
        super(what);
        this.remedy = remedy;
        this.exit = exit;
    }

    public LaunchException(String what, String remedy) {
        this(what, remedy, NOT_READY);
    }

    /**
     * Converts an exception of a boot step. A message of two sentences separated by a line feed is a refusal. Any other
     * exception is a defect and is logged.
     */
    public static LaunchException of(Throwable thrown) {
        if (thrown instanceof LaunchException refusal) {
            return refusal;
        }
        String message = thrown.getMessage() == null ? thrown.getClass().getSimpleName() : thrown.getMessage();
        int end = message.indexOf('\n');
        if (end >= 0) {
            return new LaunchException(message.substring(0, end), message.substring(end + 1));
        }
        LOG.error("The start failed", thrown);
        return new LaunchException("The start failed: " + message + ".", "The log above has the details.");
    }

    public String what() {
        return String.valueOf(getMessage());
    }

    public String remedy() {
        return remedy;
    }

    public void print(PrintStream err) {
        err.println("svc: " + what() + "\n     " + remedy);
    }

    public int exit() {
        return exit;
    }
}
