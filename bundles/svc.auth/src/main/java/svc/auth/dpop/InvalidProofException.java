package svc.auth;

import java.io.Serial;

/** A proof that is not good. It knows no more than the flaw: a trace would cost more than the rest of the check. */
final class BadProof extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final Flaw flaw;

    BadProof(Flaw flaw) {
        super(flaw.sentence(), null, false, false);
        this.flaw = flaw;
    }

    Flaw flaw() {
        return flaw;
    }
}
