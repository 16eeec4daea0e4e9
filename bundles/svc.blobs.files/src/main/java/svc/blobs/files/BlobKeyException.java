package svc.blobs.files;

import java.io.IOException;
import java.io.Serial;
import svc.api.operation.OperationException;
import svc.api.operation.OperationException.Reason;

/**
 * Thrown when a key of the blobs is missing or wrong. It has a sentence on the problem and one on the remedy; neither
 * contains a key.
 */
final class BlobKeyException extends IOException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String what;
    private final String remedy;

    BlobKeyException(String what, String remedy) {
        super(what + " " + remedy);
        this.what = what;
        this.remedy = remedy;
    }

    String what() {
        return what;
    }

    String remedy() {
        return remedy;
    }

    /** Builds the error for an operator when keys could not be changed. */
    static OperationException toOperationProblem(IOException e) {
        return new OperationException(
                Reason.CONFLICT,
                e instanceof BlobKeyException trouble
                        ? trouble.what() + " " + trouble.remedy()
                        : "The keys cannot be written: " + e
                                + ". See that svc may write in secrets/ and data/blobs and that the"
                                + " disk has room, then run it again: it goes on where it was.");
    }
}
