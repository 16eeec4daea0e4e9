package svc.mail.out.report;

import java.util.List;

/**
 * The result of a TLS session, or of the search for a policy. Equal results of a day are counted together.
 *
 * @param domain the domain of the recipients
 * @param policy the type of the policy in reports (RFC 8460 §4.4)
 * @param records the policy in reports
 * @param patterns the patterns of hosts in an MTA-STS policy
 * @param failure the type of the failure (RFC 8460 §4.3); empty for success
 * @param detail where and why the session failed; {@link Detail#NONE} for success
 */
public record TlsResult(
        String domain, String policy, List<String> records, List<String> patterns, String failure, Detail detail) {

    private static final int MOST = 50;
    private static final int LONGEST = 200;

    /** Limits the lists, whose lengths the domain chooses. */
    public TlsResult {
        records = records.stream().limit(MOST).toList();
        patterns = patterns.stream().limit(MOST).toList();
    }

    /**
     * Where and why a session failed. A part is empty if it is unknown.
     *
     * @param host the host of the domain
     * @param address its address
     * @param sender the address of this server
     * @param reason the error, shortened to 200 printable characters
     */
    public record Detail(String host, String address, String sender, String reason) {

        /** No details. */
        public static final Detail NONE = new Detail("", "", "", "");

        /** Shortens the reason. */
        public Detail {
            String printable = reason.replaceAll("[^ -~]+", " ");
            reason = printable.substring(0, Math.min(printable.length(), LONGEST));
        }
    }
}
