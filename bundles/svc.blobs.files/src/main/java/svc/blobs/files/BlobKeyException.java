package svc.blobs.files;

import java.io.IOException;
import java.io.Serial;

/**
 * Thrown when a key of the blobs is missing or wrong. The exception has a sentence that describes the problem and a
 * sentence that describes the remedy; neither contains a key.
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
}
