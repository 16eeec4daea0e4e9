package svc.mail.domains.report;

import java.time.LocalDate;
import java.util.Map;

/**
 * The summary of a report from another server.
 *
 * @param id the Report-ID
 * @param day the day on which the reporting period begins
 * @param domain the policy domain, as received
 * @param sums the numbers of messages
 */
record ReceivedReport(String id, LocalDate day, String domain, Map<SourceResult, Long> sums) {

    /** Copies the sums. */
    ReceivedReport {
        sums = Map.copyOf(sums);
    }

    /**
     * The result of messages from one address.
     *
     * @param source the address
     * @param dkim whether a domain that passed DKIM was aligned
     * @param spf whether the domain that passed SPF was aligned
     */
    record SourceResult(String source, boolean dkim, boolean spf) {}
}
