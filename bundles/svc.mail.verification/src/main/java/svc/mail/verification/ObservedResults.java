package svc.mail.verification;

import java.util.Comparator;
import java.util.Optional;
import svc.api.delivery.Arrival;
import svc.api.delivery.Envelope;
import svc.api.delivery.SenderObserver.SenderResults;
import svc.api.delivery.SenderObserver.SenderResults.Disposition;
import svc.api.delivery.SenderObserver.SenderResults.MethodResult;
import svc.api.delivery.SenderObserver.SenderResults.OverrideReason;
import svc.api.delivery.SenderObserver.SenderResults.PublishedPolicy;
import svc.mail.verification.SenderPolicy.Decision;
import svc.mailauth.DkimResult;
import svc.mailauth.DmarcPolicy;
import svc.mailauth.DmarcRecord;
import svc.mailauth.DmarcResult;
import svc.mailauth.SpfResult;
import svc.mailauth.Verdict;

/**
 * The results of a message for a {@link svc.api.delivery.SenderObserver}.
 *
 * @param found what the checks found
 * @param decision what happens to the message
 */
record ObservedResults(Findings found, Decision decision) {

    /** Returns the results; empty if the author domain has no policy. */
    Optional<SenderResults> of(Envelope envelope, Arrival arrival) {
        DmarcResult dmarc = found.dmarc();
        DmarcRecord record = dmarc.record();
        if (record == null) {
            return Optional.empty();
        }
        SpfResult spf = found.spf().get(found.spf().size() - 1);
        return Optional.of(new SenderResults(
                envelope,
                arrival,
                dmarc.author(),
                new PublishedPolicy(
                        dmarc.policyDomain(),
                        record.policy().word(),
                        record.subdomainPolicy().word(),
                        record.nonexistentPolicy().word(),
                        record.strictDkim(),
                        record.strictSpf(),
                        record.testing(),
                        record.reportAddresses()),
                dmarc.dkimAligned(),
                dmarc.spfAligned(),
                disposition(),
                override(record),
                new MethodResult(spf.domain(), "", spf.verdict().word()),
                found.dkim().stream()
                        .sorted(Comparator.comparingInt(this::rank))
                        .map(one -> new MethodResult(
                                one.domain(), one.selector(), one.verdict().word()))
                        .toList()));
    }

    /** The order of the signatures in a report (RFC 9990 §3.1.3). */
    private int rank(DkimResult signature) {
        if (signature.verdict() != Verdict.PASS) {
            return 3;
        }
        String author = found.dmarc().author();
        boolean isRelated =
                author.endsWith('.' + signature.domain()) || signature.domain().endsWith('.' + author);
        return signature.domain().equals(author) ? 0 : isRelated ? 1 : 2;
    }

    private Disposition disposition() {
        if (found.dmarc().verdict() == Verdict.PASS) {
            return found.dmarc().policy() == DmarcPolicy.NONE ? Disposition.NONE : Disposition.PASS;
        }
        return decision.rejection().isPresent()
                ? Disposition.REJECT
                : decision.quarantine() ? Disposition.QUARANTINE : Disposition.NONE;
    }

    private Optional<OverrideReason> override(DmarcRecord record) {
        DmarcResult dmarc = found.dmarc();
        if (dmarc.verdict() == Verdict.PASS) {
            return Optional.empty();
        }
        if (disposition().name().equals(dmarc.policy().name())) {
            boolean isWeakened = record.testing() && record.policy() != DmarcPolicy.NONE;
            return isWeakened ? Optional.of(OverrideReason.POLICY_TEST_MODE) : Optional.empty();
        }
        if (dmarc.verdict() != Verdict.FAIL) {
            return Optional.of(OverrideReason.OTHER);
        }
        return Optional.of(
                switch (decision.reason()) {
                    case SenderPolicy.SEALED -> OverrideReason.TRUSTED_FORWARDER;
                    case SenderPolicy.ALLOWED -> OverrideReason.MAILING_LIST;
                    default -> OverrideReason.LOCAL_POLICY;
                });
    }
}
