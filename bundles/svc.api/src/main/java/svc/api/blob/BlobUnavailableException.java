package svc.api.blob;

/**
 * Thrown if a blob cannot be read now. No data is lost: the blob can be read again when the operator has removed the
 * cause.
 */
public class BlobUnavailableException extends CorruptBlobException {

    private static final long serialVersionUID = 1;

    /** Creates the exception; the message names the problem. */
    public BlobUnavailableException(String message) {
        super(message);
    }
}
