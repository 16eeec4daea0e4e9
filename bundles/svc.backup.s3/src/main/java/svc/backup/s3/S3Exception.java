package svc.backup.s3;

import java.io.IOException;
import java.io.Serial;

/** Thrown if the object storage refuses or fails a request. The message has the problem and the remedy. */
final class S3Exception extends IOException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    /**
     * Creates the exception.
     *
     * @param status the HTTP status; 0 if no response caused the exception
     * @param code the error code of S3; empty if there is none
     */
    S3Exception(int status, String code, String message) {
        super(message);
        this.status = status;
        this.code = code;
    }

    /** Creates an exception that no response caused. */
    S3Exception(String message) {
        this(0, "", message);
    }

    int status() {
        return status;
    }

    String code() {
        return code;
    }
}
