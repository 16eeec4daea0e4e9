package svc.mail.verification;

import java.util.List;
import java.util.stream.Stream;
import svc.mailauth.ArcResult;
import svc.mailauth.AuthenticationResults;
import svc.mailauth.DkimResult;
import svc.mailauth.DmarcResult;
import svc.mailauth.SpfResult;
import svc.mailauth.SpfResult.Identity;
import svc.mailauth.Verdict;

/**
 * What the checks of one message found.
 *
 * @param spf the SPF results, that for MAIL FROM at the end
 * @param dkim the results of the signatures
 * @param arc the result of the ARC chain
 * @param dmarc the DMARC result
 * @param hasFrom whether the message has a From field, or a header section that is too long to tell
 * @param isOfOneDomain whether the From field names at most one domain
 */
record Findings(
        List<SpfResult> spf,
        List<DkimResult> dkim,
        ArcResult arc,
        DmarcResult dmarc,
        boolean hasFrom,
        boolean isOfOneDomain) {

    /** Returns the domains that the message was authenticated for: those of a passed SPF check or DKIM signature. */
    Stream<String> domains() {
        return Stream.concat(
                spf.stream()
                        .filter(one -> one.identity() == Identity.MAIL_FROM && one.verdict() == Verdict.PASS)
                        .map(SpfResult::domain),
                dkim.stream().filter(one -> one.verdict() == Verdict.PASS).map(DkimResult::domain));
    }

    /**
     * Returns the header field without the line end.
     *
     * @param reason why the policy of the domain owner is not applied; empty if it is
     */
    String field(String hostname, String reason) {
        AuthenticationResults results = new AuthenticationResults(hostname);
        spf.forEach(results::spf);
        return results.dkim(dkim)
                .dmarc(reason.isEmpty() ? dmarc : dmarc.because(reason))
                .arc(arc)
                .field()
                .stripTrailing();
    }
}
