package svc.mail.transfer.format;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/** Thrown when a file of a source cannot be read. Other files of the source may still be readable. */
public final class UnreadableFileException extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    public UnreadableFileException(IOException cause) {
        super(reason(cause), cause);
    }

    /** Returns the reason, to be shown to the operator. */
    public String reason() {
        return String.valueOf(getMessage());
    }

    public static String reason(IOException cause) {
        if (cause instanceof AccessDeniedException) {
            return "the user that runs the server may not read it";
        } else if (cause instanceof NoSuchFileException) {
            return "it was removed during the import";
        }
        return "it cannot be read: " + cause.getMessage();
    }
}
