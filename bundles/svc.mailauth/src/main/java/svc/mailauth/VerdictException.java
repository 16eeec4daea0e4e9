package svc.mailauth;

/** Ends a check with a verdict other than pass. */
final class VerdictException extends Exception {

    private static final long serialVersionUID = 1;

    private final Verdict verdict;

    /**
     * Creates an exception.
     *
     * @param verdict the verdict of the check
     * @param reason one phrase for logs and for Authentication-Results, without a dot at the end
     */
    VerdictException(Verdict verdict, String reason) {
        super(reason, null, false, false);
        this.verdict = verdict;
    }

    /** Creates the exception for a record or signature that cannot be used. */
    static VerdictException permanent(String reason) {
        return new VerdictException(Verdict.PERMERROR, reason);
    }

    /** Creates the exception for a lookup that failed. */
    static VerdictException temporary(String reason) {
        return new VerdictException(Verdict.TEMPERROR, reason);
    }

    Verdict verdict() {
        return verdict;
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
