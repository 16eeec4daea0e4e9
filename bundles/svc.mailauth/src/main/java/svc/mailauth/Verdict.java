package svc.mailauth;

import java.util.Locale;

/** The result of an authentication method (RFC 8601 §2.7). */
public enum Verdict {
    /** The check succeeded. */
    PASS,
    /** The check failed. */
    FAIL,
    /** The domain does not vouch for the client, but does not forbid it either (SPF {@code ~}). */
    SOFTFAIL,
    /** There is a policy or a signature, but it makes no statement. */
    NEUTRAL,
    /** There is no policy and no signature. */
    NONE,
    /** The check could not be completed, usually because of DNS; a later check can succeed. */
    TEMPERROR,
    /** The published records or the signature cannot be used; a later check will not succeed. */
    PERMERROR,
    /** The signature is valid, but a rule of this server does not accept it. */
    POLICY;

    /** Returns the word of RFC 8601, such as {@code temperror}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Ends a check with a verdict other than pass. */
    static final class VerdictException extends Exception {

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
}
