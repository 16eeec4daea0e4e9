package svc.api.delivery;

import java.util.List;
import java.util.Optional;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Receives the results of the sender checks of messages from outside. Register it as a service.
 *
 * <p>Threading: called on the threads that check messages, for several messages at the same time. It must return at once,
 * because the client waits for the reply to the message. Lifecycle: called while the observer is registered. If it
 * throws, the exception is logged, and the message is not affected.
 */
@ConsumerType
public interface SenderObserver {

    /** Called after the checks of a message whose author domain has a DMARC policy, also if the message is rejected. */
    void checked(SenderResults results);

    /**
     * What the checks of the sender of a message found, in the terms of DMARC aggregate reports (RFC 9990 §3.1.1).
     *
     * @param envelope the envelope of the message
     * @param arrival how the message arrived
     * @param author the author domain
     * @param policy the policy that the owner of the author domain publishes
     * @param dkimAligned whether a domain that passed DKIM is aligned with the author domain
     * @param spfAligned whether the domain that passed SPF is aligned with the author domain
     * @param disposition what was done because of the policy
     * @param override why the disposition is not that of the policy; empty if it is
     * @param spf the SPF result for MAIL FROM
     * @param dkim the results of the DKIM signatures, the most important first (RFC 9990 §3.1.3)
     */
    record SenderResults(
            Envelope envelope,
            Arrival arrival,
            String author,
            PublishedPolicy policy,
            boolean dkimAligned,
            boolean spfAligned,
            Disposition disposition,
            Optional<OverrideReason> override,
            MethodResult spf,
            List<MethodResult> dkim) {

        /** Copies the list. */
        public SenderResults {
            dkim = List.copyOf(dkim);
        }

        /**
         * A DMARC policy record (RFC 9989 §4.7).
         *
         * @param domain the domain at which the record is published
         * @param policy the policy for the domain: {@code none}, {@code quarantine} or {@code reject}
         * @param subdomainPolicy the policy for its subdomains
         * @param nonexistentPolicy the policy for its subdomains that do not exist
         * @param strictDkim whether the domain of a DKIM signature must be the author domain
         * @param strictSpf whether the domain of SPF must be the author domain
         * @param testing whether the domain owner tests the policy
         * @param reportAddresses the URIs for aggregate reports
         */
        public record PublishedPolicy(
                String domain,
                String policy,
                String subdomainPolicy,
                String nonexistentPolicy,
                boolean strictDkim,
                boolean strictSpf,
                boolean testing,
                List<String> reportAddresses) {

            /** Copies the list. */
            public PublishedPolicy {
                reportAddresses = List.copyOf(reportAddresses);
            }
        }

        /**
         * The result of SPF, or of one DKIM signature.
         *
         * @param domain the domain that was checked; as received if it is not a domain name
         * @param selector the selector of the signature; empty for SPF
         * @param result the word of RFC 8601 §2.7, such as {@code pass}
         */
        public record MethodResult(String domain, String selector, String result) {}

        /** What was done because of the policy (RFC 9990 §3.1.1.9). */
        public enum Disposition {
            /** Nothing. */
            NONE,
            /** Nothing, because the message passed DMARC under a policy other than none. */
            PASS,
            /** The message failed and was filed as junk. */
            QUARANTINE,
            /** The message failed and was rejected. */
            REJECT
        }

        /** Why the disposition is not that of the policy (RFC 9990 §3.1.6). */
        public enum OverrideReason {
            /** The configuration of this server. */
            LOCAL_POLICY,
            /** The message came through a mailing list that the recipients allow. */
            MAILING_LIST,
            /** DNS could not be asked. */
            OTHER,
            /** The domain owner tests the policy. */
            POLICY_TEST_MODE,
            /** A trusted domain sealed the message. */
            TRUSTED_FORWARDER
        }
    }
}
