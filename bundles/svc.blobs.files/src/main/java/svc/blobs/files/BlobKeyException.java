package svc.blobs.files;

import java.io.IOException;
import java.io.Serial;

/** The keys of blobs are not as they must be: a sentence that says how, one that says what to do, no key in either. */
final class KeyTrouble extends IOException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String what;
    private final String remedy;

    KeyTrouble(String what, String remedy) {
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
