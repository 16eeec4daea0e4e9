package svc.core;

import java.io.Serial;
import svc.core.Catalogue.Refused;

/** A service that does not say what it must say. */
final class BrokenPart extends RuntimeException {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String what;

    /**
     * Refuses.
     *
     * @param what the URN, method or type, as far as it is known
     * @param reason the rest of a sentence that begins with it
     */
    BrokenPart(String what, String reason) {
        super(what + " " + reason + ".");
        this.what = what;
    }

    Refused refused(String bundle, long bundleId) {
        return new Refused(
                what, bundle, bundleId, String.valueOf(getMessage()), "Ask the author of " + bundle + " to mend it.");
    }
}
