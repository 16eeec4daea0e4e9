package svc.api.blob;

import java.io.IOException;

/**
 * Thrown if the stored bytes of a blob are damaged or missing. The message names the problem and contains none of the
 * bytes.
 */
public class CorruptBlobException extends IOException {

    private static final long serialVersionUID = 1;

    /** Creates the exception; the message names the problem. */
    public CorruptBlobException(String message) {
        super(message);
    }
}
