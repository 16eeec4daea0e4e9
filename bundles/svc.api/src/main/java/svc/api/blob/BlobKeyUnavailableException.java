package svc.api.blob;

/**
 * Thrown if the blob key of a tenant is missing or unusable. No data is lost: the blobs can be read and written again
 * once the operator restores the key. The blob store logs the problem once per tenant.
 */
public final class BlobKeyUnavailableException extends BlobUnavailableException {

    private static final long serialVersionUID = 1;

    /** Creates the exception; the message names the problem of the key. */
    public BlobKeyUnavailableException(String message) {
        super(message);
    }
}
