package svc.extensions;

import java.io.Serial;

/** A step of the admission says no; the message is for the operator. */
final class Refusal extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final String remedy;

    Refusal(String reason, String remedy) {
        super(reason, null, false, false);
        this.remedy = remedy;
    }

    Verdict verdict() {
        return Verdict.refused(String.valueOf(getMessage()), remedy);
    }
}
