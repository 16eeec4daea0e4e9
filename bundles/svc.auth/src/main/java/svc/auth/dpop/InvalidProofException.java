package svc.auth.dpop;

import java.io.Serial;

/**
 * Thrown for an invalid proof. The exception has no stack trace, because a stack trace would cost more than the rest of
 * the verification.
 */
public final class InvalidProofException extends Exception {

    @Serial
    private static final long serialVersionUID = 1L;

    private final ProofError flaw;

    public InvalidProofException(ProofError flaw) {
        super(flaw.sentence(), null, false, false);
        this.flaw = flaw;
    }

    public ProofError flaw() {
        return flaw;
    }
}
