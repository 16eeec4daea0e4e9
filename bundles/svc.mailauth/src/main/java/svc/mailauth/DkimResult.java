package svc.mailauth;

/**
 * The result of one DKIM signature.
 *
 * @param verdict pass, fail, policy, neutral, temperror or permerror (RFC 8601 §2.7.1)
 * @param domain the signing domain, with A-labels; as received if it is not a domain name; empty if it is missing
 * @param selector the selector; empty if it is missing
 * @param algorithm the algorithm; empty if it is missing
 * @param signature the first characters of the signature, which distinguish results of the same domain (RFC 6008)
 * @param testing whether the key record says that the domain tests DKIM; the verdict is then never fail
 * @param reason the reason of a verdict other than pass; empty for pass
 */
public record DkimResult(
        Verdict verdict,
        String domain,
        String selector,
        String algorithm,
        String signature,
        boolean testing,
        String reason) {}
