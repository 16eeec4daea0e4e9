package svc.mail.transfer;

import java.io.IOException;
import java.io.Serial;

/**
 * Thrown when a transfer cannot continue now. Transferred messages are kept. When the command is repeated, it continues
 * where this transfer stopped.
 */
public final class TransferStoppedException extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    public TransferStoppedException(String reason) {
        super(reason);
    }

    /** Returns the reason and the remedy. */
    String reason() {
        return String.valueOf(getMessage());
    }
}
