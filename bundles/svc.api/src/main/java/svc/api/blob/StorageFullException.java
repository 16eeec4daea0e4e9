package svc.api.blob;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown if the disk has no room for the bytes of a blob. Nothing was stored; the write can succeed once disk space is
 * free.
 */
public final class StorageFullException extends IOException {

    private static final long serialVersionUID = 1;

    /** Creates the exception; the message is one sentence for users. */
    public StorageFullException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
