package svc.launcher;

import java.io.PrintStream;
import java.io.Serial;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Why the server does not start: one sentence what is wrong, one sentence what to do, and the exit code. */
final class Refusal extends RuntimeException {

    private static final Logger LOG = LoggerFactory.getLogger(Refusal.class);

    /** The exit code for whatever keeps the server from becoming ready. */
    static final int NOT_READY = 78;

    @Serial
    private static final long serialVersionUID = 1L;

    private final String remedy;
    private final int exit;

    Refusal(String what, String remedy, int exit) {
        super(what);
        this.remedy = remedy;
        this.exit = exit;
    }

    Refusal(String what, String remedy) {
        this(what, remedy, NOT_READY);
    }

    /** From a message of two sentences parted by a line feed, as a boot step throws it; anything else is a defect and logged. */
    static Refusal of(Throwable thrown) {
        if (thrown instanceof Refusal refusal) {
            return refusal;
        }
        String message = thrown.getMessage() == null ? thrown.getClass().getSimpleName() : thrown.getMessage();
        int end = message.indexOf('\n');
        if (end >= 0) {
            return new Refusal(message.substring(0, end), message.substring(end + 1));
        }
        LOG.error("The start failed", thrown);
        return new Refusal("The start failed: " + message + ".", "The log above has the details.");
    }

    String what() {
        return String.valueOf(getMessage());
    }

    String remedy() {
        return remedy;
    }

    void print(PrintStream err) {
        err.println("svc: " + what() + "\n     " + remedy);
    }

    int exit() {
        return exit;
    }
}
