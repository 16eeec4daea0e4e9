package svc.backup.format;

import java.io.IOException;
import java.io.Serial;

/** Thrown if a repository cannot be used as requested. The message is for the operator. */
public class BackupException extends IOException {

    @Serial
    private static final long serialVersionUID = 1L;

    /** Creates the exception; the message describes the problem. */
    public BackupException(String message) {
        super(message);
    }
}
