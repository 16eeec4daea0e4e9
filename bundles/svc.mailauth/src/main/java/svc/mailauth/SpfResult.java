package svc.mailauth;

/**
 * The result of an SPF check (RFC 7208 §2.6).
 *
 * @param verdict pass, fail, softfail, neutral, none, temperror or permerror
 * @param identity the identity that was checked
 * @param domain the domain of the identity, with A-labels; as received if it is not a domain name
 * @param reason the mechanism that matched, or the error; empty if there is nothing to say
 */
public record SpfResult(Verdict verdict, Identity identity, String domain, String reason) {

    /** The identities that SPF checks (RFC 7208 §2.3, §2.4). */
    public enum Identity {
        /** The argument of HELO or EHLO. */
        HELO,
        /** The reverse-path; the address postmaster at the HELO domain if it is null. */
        MAIL_FROM
    }
}
