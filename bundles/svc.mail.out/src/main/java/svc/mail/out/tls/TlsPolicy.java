package svc.mail.out.tls;

import java.util.List;
import java.util.Optional;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * The policy for the TLS connection to one host.
 *
 * @param type the type of the policy in TLS reports
 * @param isRequired whether the message must not be sent in the clear
 * @param verification what verifies the certificate; empty if no verification is needed. If TLS is not required, a
 *     failure is recorded, and the message is sent without verification (MTA-STS in the mode {@code testing})
 * @param refusal why no message is sent to the host, for example because an MTA-STS policy does not list it; empty if
 *     messages can be sent
 * @param source where the policy comes from
 */
public record TlsPolicy(
        Type type,
        boolean isRequired,
        Optional<X509ExtendedTrustManager> verification,
        Optional<String> refusal,
        Source source) {

    /** Creates a policy without a source. */
    public TlsPolicy(
            Type type, boolean isRequired, Optional<X509ExtendedTrustManager> verification, Optional<String> refusal) {
        this(type, isRequired, verification, refusal, Source.of(""));
    }

    /** The type of a policy (RFC 8460 §4.2). */
    public enum Type {
        /** A DANE record for the host. */
        TLSA("tlsa"),
        /** An MTA-STS policy of the domain. */
        STS("sts"),
        /** No policy. */
        NO_POLICY_FOUND("no-policy-found");

        private final String word;

        Type(String word) {
            this.word = word;
        }

        /** Returns the word in reports (RFC 8460 §4.4). */
        public String word() {
            return word;
        }
    }

    /**
     * Where a policy comes from.
     *
     * @param reason one sentence for operators
     * @param records the TLSA records, or the lines of the MTA-STS policy, for reports
     * @param patterns the patterns of hosts in the MTA-STS policy
     */
    public record Source(String reason, List<String> records, List<String> patterns) {

        /** Copies the lists. */
        public Source {
            records = List.copyOf(records);
            patterns = List.copyOf(patterns);
        }

        static Source of(String reason) {
            return new Source(reason, List.of(), List.of());
        }
    }

    /** Returns the policy of a host that publishes none: TLS without verification if the host offers it. */
    public static TlsPolicy opportunistic() {
        return opportunistic("The domain has neither DANE records nor an MTA-STS policy.");
    }

    static TlsPolicy opportunistic(String reason) {
        return new TlsPolicy(Type.NO_POLICY_FOUND, false, Optional.empty(), Optional.empty(), Source.of(reason));
    }
}
