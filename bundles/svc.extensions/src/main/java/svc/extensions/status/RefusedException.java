package svc.extensions.status;

import java.io.Serial;

/** Signals that a jar is refused. The message is for the operator. */
public final class RefusedException extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String remedy;

    public RefusedException(String reason, String remedy) {
        super(reason, null, false, false);
        this.remedy = remedy;
    }

    public ExtensionStatus verdict() {
        return ExtensionStatus.refused(String.valueOf(getMessage()), remedy);
    }
}
