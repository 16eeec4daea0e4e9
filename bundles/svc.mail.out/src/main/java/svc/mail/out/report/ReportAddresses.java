package svc.mail.out.report;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import svc.api.http.client.HttpTarget;

/**
 * Where a domain wants its reports (RFC 8460 §3).
 *
 * @param mail the mail addresses
 * @param https the HTTPS URLs
 */
record ReportAddresses(List<String> mail, List<HttpTarget> https) {

    private static final int MOST = 5;
    private static final String MAILTO = "mailto:";
    private static final Pattern ADDRESS = Pattern.compile(
            "(?=.{3,254}$)[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
                    + "(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+");

    /** Parses the TXT records of {@code _smtp._tls}. Empty if the domain wants no reports that this server can send. */
    static Optional<ReportAddresses> parse(List<String> texts) {
        Optional<Map<String, String>> fields = TaggedRecord.parse(texts, "TLSRPTv1");
        ReportAddresses found = new ReportAddresses(new ArrayList<>(), new ArrayList<>());
        String[] urls =
                fields.map(all -> all.getOrDefault("rua", "")).orElse("").split(",", MOST + 1);
        for (int i = 0; i < Math.min(urls.length, MOST); i++) {
            found.add(urls[i].strip());
        }
        return found.mail.isEmpty() && found.https.isEmpty() ? Optional.empty() : Optional.of(found);
    }

    private void add(String url) {
        if (url.regionMatches(true, 0, MAILTO, 0, MAILTO.length())) {
            decoded(url.substring(MAILTO.length()).split("\\?", 2)[0])
                    .filter(address -> ADDRESS.matcher(address).matches())
                    .filter(address -> !mail.contains(address))
                    .ifPresent(mail::add);
        } else {
            HttpTarget.parse(url).filter(HttpTarget::secure).ifPresent(https::add);
        }
    }

    private static Optional<String> decoded(String text) {
        try {
            return Optional.of(URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
