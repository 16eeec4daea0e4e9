package svc.mailauth;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A DMARC policy record (RFC 9989 §4.7).
 *
 * @param policy the policy for the domain ({@code p})
 * @param subdomainPolicy the policy for its subdomains ({@code sp}, else {@code p})
 * @param nonexistentPolicy the policy for its subdomains that do not exist ({@code np}, else {@code sp}, else {@code p})
 * @param strictDkim whether the domain of a DKIM signature must be the author domain ({@code adkim=s})
 * @param strictSpf whether the domain of SPF must be the author domain ({@code aspf=s})
 * @param suffix whether the domain is a public suffix ({@code psd=y}), is not ({@code psd=n}), or does not say
 * @param testing whether the domain owner tests the policy ({@code t=y})
 * @param usable whether the record has a valid policy, or addresses for reports
 * @param reportAddresses the URIs for aggregate reports ({@code rua}), without size limits
 */
public record DmarcRecord(
        DmarcPolicy policy,
        DmarcPolicy subdomainPolicy,
        DmarcPolicy nonexistentPolicy,
        boolean strictDkim,
        boolean strictSpf,
        Suffix suffix,
        boolean testing,
        boolean usable,
        List<String> reportAddresses) {

    private static final Pattern VERSION = Pattern.compile("[vV][ \t]*=[ \t]*DMARC1[ \t]*(?:;.*)?", Pattern.DOTALL);
    private static final Pattern TAG = Pattern.compile("([a-zA-Z]++)[ \t]*=[ \t]*([ -:<-~]++)");
    private static final Pattern SIZE = Pattern.compile("![0-9]++[kmgtKMGT]?$");

    /** Copies the addresses. */
    public DmarcRecord {
        reportAddresses = List.copyOf(reportAddresses);
    }

    /** What a record says about its domain ({@code psd}). */
    public enum Suffix {
        /** The domain is a public suffix. */
        YES,
        /** The domain is an organizational domain. */
        NO,
        /** The tree walk decides. */
        UNKNOWN
    }

    /** Parses a TXT record. Returns null if it is not a DMARC record. */
    public static @Nullable DmarcRecord parse(String text) {
        if (!VERSION.matcher(text).matches()) {
            return null;
        }
        Map<String, String> tags = new HashMap<>();
        for (String part : text.split(";", -1)) {
            Matcher tag = TAG.matcher(part.strip());
            if (tag.matches()) {
                tags.putIfAbsent(
                        tag.group(1).toLowerCase(Locale.ROOT), tag.group(2).strip());
            }
        }
        List<String> addresses = addresses(tags.getOrDefault("rua", ""));
        DmarcPolicy policy = policy(tags.get("p"));
        DmarcPolicy subdomains = tags.containsKey("sp") ? policy(tags.get("sp")) : policy;
        DmarcPolicy nonexistent = tags.containsKey("np") ? policy(tags.get("np")) : subdomains;
        // A record with an invalid policy counts as p=none if it asks for reports (RFC 9989 §4.10.1).
        boolean valid = true;
        if (policy == null || subdomains == null || nonexistent == null) {
            valid = false;
            policy = DmarcPolicy.NONE;
            subdomains = DmarcPolicy.NONE;
            nonexistent = DmarcPolicy.NONE;
        }
        return new DmarcRecord(
                policy,
                subdomains,
                nonexistent,
                is(tags, "adkim", "s"),
                is(tags, "aspf", "s"),
                is(tags, "psd", "y") ? Suffix.YES : is(tags, "psd", "n") ? Suffix.NO : Suffix.UNKNOWN,
                is(tags, "t", "y"),
                valid || !addresses.isEmpty(),
                addresses);
    }

    private static boolean is(Map<String, String> tags, String name, String value) {
        return value.equalsIgnoreCase(tags.get(name));
    }

    private static @Nullable DmarcPolicy policy(@Nullable String word) {
        return Arrays.stream(DmarcPolicy.values())
                .filter(policy -> policy.word().equalsIgnoreCase(word))
                .findFirst()
                .orElse(null);
    }

    private static List<String> addresses(String list) {
        return Arrays.stream(list.split(","))
                .map(uri -> SIZE.matcher(uri.strip()).replaceFirst(""))
                .filter(DmarcRecord::isUri)
                .toList();
    }

    private static boolean isUri(String text) {
        try {
            return new URI(text).isAbsolute();
        } catch (URISyntaxException e) {
            return false;
        }
    }
}
