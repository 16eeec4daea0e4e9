package svc.mail.domains.report;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import svc.api.dns.Answer;
import svc.api.dns.Resolver;
import svc.mailauth.DmarcRecord;
import svc.mailauth.DmarcVerifier;
import svc.mailauth.DomainName;

/**
 * Finds the addresses that may receive the aggregate reports about a domain. An address outside the organizational domain
 * of that domain must have agreed in DNS (RFC 9990 §4).
 */
final class ReportDestinations {

    /** The number of URIs of a record that are used (RFC 9990 §3.5 lets the sender choose a limit). */
    private static final int MOST = 5;

    private static final String MAILTO = "mailto";
    private static final Pattern LOCAL_PART = Pattern.compile("[A-Za-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64}");

    private final Resolver resolver;

    /** Creates an instance that looks up the agreements with a resolver. */
    ReportDestinations(Resolver resolver) {
        this.resolver = resolver;
    }

    /**
     * The result.
     *
     * @param addresses the addresses, without duplicates
     * @param isComplete whether all lookups had an answer; otherwise a later attempt can find more addresses
     */
    record Destinations(Set<String> addresses, boolean isComplete) {

        /** Copies the set. */
        Destinations {
            addresses = Set.copyOf(addresses);
        }
    }

    /**
     * Returns the addresses for the reports about a domain.
     *
     * @param policyDomain the domain at which the DMARC record is published
     * @param uris the URIs of the record
     */
    Destinations find(String policyDomain, List<String> uris) {
        Set<String> addresses = new LinkedHashSet<>();
        boolean isComplete = true;
        for (String uri : uris.stream().limit(MOST).toList()) {
            Optional<String> address = address(uri);
            Optional<List<String>> permitted = address.flatMap(to -> permitted(policyDomain, to));
            permitted.ifPresent(addresses::addAll);
            isComplete &= address.isEmpty() || permitted.isPresent();
        }
        return new Destinations(addresses, isComplete);
    }

    /** Returns the address of a mailto URI; empty for another URI, or an address that needs quotes or UTF-8. */
    private static Optional<String> address(String uri) {
        try {
            URI read = URI.create(uri);
            String address = MAILTO.equalsIgnoreCase(read.getScheme())
                    ? read.getSchemeSpecificPart().replaceFirst("\\?.*", "")
                    : "";
            int at = address.lastIndexOf('@');
            DomainName domain = at < 1 ? null : DomainName.of(address.substring(at + 1));
            return domain != null
                            && LOCAL_PART.matcher(address.substring(0, at)).matches()
                    ? Optional.of(address.substring(0, at + 1) + domain.text())
                    : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the address, or those that its domain wants instead; none if it has not agreed. Empty if DNS cannot be asked
     * now.
     */
    private Optional<List<String>> permitted(String policyDomain, String address) {
        DomainName about = DomainName.of(policyDomain);
        DomainName destination = requireNonNull(DomainName.ofAddress(address));
        DmarcVerifier verifier = new DmarcVerifier(resolver);
        Optional<String> organization = verifier.organization(destination);
        // A public suffix of one label has no addresses of its own.
        Optional<String> own = about == null ? Optional.of("") : verifier.organization(about);
        if (organization.isEmpty() || own.isEmpty()) {
            return Optional.empty();
        }
        return organization.equals(own)
                ? Optional.of(List.of(address))
                : agreements(policyDomain + "._report._dmarc." + destination.text())
                        .map(agreements -> agreed(address, destination, agreements));
    }

    private static List<String> agreed(String address, DomainName destination, List<DmarcRecord> agreements) {
        List<String> others = agreements.stream()
                .flatMap(record -> record.reportAddresses().stream())
                .distinct()
                .limit(MOST)
                .flatMap(uri -> address(uri).stream())
                .toList();
        if (others.isEmpty()) {
            return agreements.isEmpty() ? List.of() : List.of(address);
        }
        return others.stream().allMatch(other -> destination.equals(DomainName.ofAddress(other))) ? others : List.of();
    }

    private Optional<List<DmarcRecord>> agreements(String name) {
        Answer<String> answer = resolver.txt(name);
        if (answer instanceof Answer.Failed<String>) {
            return Optional.empty();
        }
        return Optional.of(
                answer instanceof Answer.Found<String> found
                        ? found.records().stream()
                                .flatMap(text -> Stream.ofNullable(DmarcRecord.parse(text)))
                                .toList()
                        : List.of());
    }
}
