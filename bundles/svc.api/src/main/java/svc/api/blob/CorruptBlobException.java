package svc.api.blob;

import java.io.IOException;

/** The bytes of a blob are not what was put in. The message says in what way, without any of them. */
public final class BlobDamaged extends IOException {

    private static final long serialVersionUID = 1;

    /** With what is wrong. */
    public BlobDamaged(String message) {
        super(message);
    }
}
