package svc.mail.out.tls;

import java.util.Optional;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The policy for the TLS connection to one host.
 *
 * @param type the type of the policy in TLS reports
 * @param isRequired whether the message must not be sent in the clear
 * @param verification what verifies the certificate; empty if no verification is needed
 * @param refusal why no message is sent to the host, for example because an MTA-STS policy does not list it; empty if
 *     messages can be sent
 */
public record TlsPolicy(
        Type type, boolean isRequired, Optional<X509ExtendedTrustManager> verification, Optional<String> refusal) {

    /** The type of a policy (RFC 8460 §4.2). */
    public enum Type {
        /** A DANE record for the host. */
        TLSA,
        /** An MTA-STS policy of the domain. */
        STS,
        /** No policy. */
        NO_POLICY_FOUND
    }

    /** Returns the policy of a host that publishes none. */
    static TlsPolicy opportunistic() {
        return new TlsPolicy(Type.NO_POLICY_FOUND, false, Optional.empty(), Optional.empty());
    }
}
