package svc.mailauth;

import org.jspecify.annotations.Nullable;

/**
 * The result of DMARC (RFC 9989 §5.3).
 *
 * @param verdict pass, fail, none, temperror or permerror
 * @param author the author domain: the domain of the field From; empty if there is none
 * @param policy what the domain owner prefers for the message if it fails; none if there is no policy
 * @param policyDomain the domain at which the policy is published; empty without a policy
 * @param record the record that applies; null without a policy
 * @param spfAligned whether a domain that passed SPF is aligned with the author domain
 * @param dkimAligned whether a domain that passed DKIM is aligned with the author domain
 * @param reason the reason of an error, or why the receiver does not apply the policy; otherwise empty
 */
public record DmarcResult(
        Verdict verdict,
        String author,
        DmarcPolicy policy,
        String policyDomain,
        @Nullable DmarcRecord record,
        boolean spfAligned,
        boolean dkimAligned,
        String reason) {

    /**
     * Returns whether the message has an author domain. A message without exactly one From field, or with an invalid one,
     * has none; its result is permerror.
     */
    public boolean hasAuthor() {
        return !author.isEmpty();
    }

    /** Returns this result with another reason, for example why the receiver does not apply the policy. */
    public DmarcResult because(String other) {
        return new DmarcResult(verdict, author, policy, policyDomain, record, spfAligned, dkimAligned, other);
    }

    /** Creates a result without a policy. */
    static DmarcResult without(Verdict verdict, String author, String reason) {
        return new DmarcResult(verdict, author, DmarcPolicy.NONE, "", null, false, false, reason);
    }
}
