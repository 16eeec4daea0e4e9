package svc.mail.domains.report;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import svc.api.delivery.SenderObserver.SenderResults.PublishedPolicy;

/**
 * A report about the messages of one day, before it is sent.
 *
 * @param day the day in UTC
 * @param policy the last policy that was seen on this day, with the addresses for the report
 * @param counts the numbers of messages
 */
record PendingReport(LocalDate day, PublishedPolicy policy, Map<Tuple, Long> counts) {

    private static final int SECONDS = 86_400;

    /** Copies the counts. */
    PendingReport {
        counts = Map.copyOf(counts);
    }

    String domain() {
        return policy.domain();
    }

    /** Returns the first second of the period. */
    long begin() {
        return day.atStartOfDay(ZoneOffset.UTC).toEpochSecond();
    }

    /** Returns the last second of the period. */
    long end() {
        return begin() + SECONDS - 1;
    }

    /** Returns the Report-ID (RFC 9990 §3.5.1), which is the same if the report is sent again. */
    String id(String receiver) {
        return day + "." + domain() + '@' + receiver;
    }

    /** Returns the day of a time. */
    static LocalDate day(Instant time) {
        return LocalDate.ofInstant(time, ZoneOffset.UTC);
    }

    /** Returns the text of a policy for the table. */
    static String text(PublishedPolicy policy) {
        return String.join(
                " ",
                policy.policy(),
                policy.subdomainPolicy(),
                policy.nonexistentPolicy(),
                policy.strictDkim() ? "s" : "r",
                policy.strictSpf() ? "s" : "r",
                policy.testing() ? "y" : "n");
    }

    /** Reads the text of a policy. */
    static PublishedPolicy policy(String domain, String text, String addresses) {
        List<String> words = List.of(text.split(" ", -1));
        return new PublishedPolicy(
                domain,
                words.get(0),
                words.get(1),
                words.get(2),
                words.get(3).equals("s"),
                words.get(4).equals("s"),
                words.get(5).equals("y"),
                List.of(addresses.split(" ", -1)));
    }
}
