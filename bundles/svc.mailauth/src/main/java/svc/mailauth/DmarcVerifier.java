package svc.mailauth;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import svc.api.dns.Resolver;
import svc.mailauth.DmarcTreeWalk.Found;
import svc.mailauth.SpfResult.Identity;
import svc.mailauth.Verdict.VerdictException;
import svc.mime.Address;
import svc.mime.HeaderField;
import svc.mime.Headers;

/** Determines whether the author domain of a message is authenticated, and the policy of its owner (RFC 9989). */
public final class DmarcVerifier {

    private static final int MOST_AUTHORS = 4;

    private final Resolver resolver;

    /** Creates a verifier that looks up policies with a resolver. */
    public DmarcVerifier(Resolver resolver) {
        this.resolver = resolver;
    }

    /**
     * Verifies a message. A message without exactly one From field has the result permerror. If the From field names
     * several domains, all of them must pass, and the strictest policy of those that fail applies (RFC 9989 §11.5).
     *
     * @param headers the header of the message
     * @param spf the SPF result for MAIL FROM; a result for HELO does not count
     * @param dkim the results of DKIM
     */
    public DmarcResult verify(Headers headers, SpfResult spf, List<DkimResult> dkim) {
        List<HeaderField> from = headers.all("From");
        if (from.size() != 1) {
            return DmarcResult.without(
                    Verdict.PERMERROR, "", "the message has " + from.size() + " From fields instead of one");
        }
        Set<DomainName> authors = new LinkedHashSet<>();
        for (Address address : from.get(0).addresses()) {
            DomainName author = address.email().indexOf('@') < 0 ? null : DomainName.ofAddress(address.email());
            if (author == null) {
                return DmarcResult.without(Verdict.PERMERROR, "", "the From field has an address without a domain");
            }
            authors.add(author);
        }
        if (authors.isEmpty() || authors.size() > MOST_AUTHORS) {
            return DmarcResult.without(
                    Verdict.PERMERROR, "", "the From field has addresses of " + authors.size() + " domains");
        }
        DmarcTreeWalk walk = new DmarcTreeWalk(resolver);
        return authors.stream()
                .map(author -> new AuthorCheck(walk, author, spf, dkim).result())
                .reduce(DmarcVerifier::worse)
                .orElseThrow();
    }

    /** Returns the organizational domain of a domain (RFC 9989 §4.10.2); empty if DNS cannot be asked now. */
    public Optional<String> organization(DomainName domain) {
        try {
            return Optional.of(new DmarcTreeWalk(resolver).organization(domain));
        } catch (VerdictException e) {
            return Optional.empty();
        }
    }

    /** Returns the result that decides for two author domains. */
    private static DmarcResult worse(DmarcResult one, DmarcResult other) {
        List<Verdict> order = List.of(Verdict.FAIL, Verdict.TEMPERROR, Verdict.PERMERROR, Verdict.NONE, Verdict.PASS);
        int difference = order.indexOf(one.verdict()) - order.indexOf(other.verdict());
        if (difference == 0) {
            return one.policy().stricter(other.policy()) == one.policy() ? one : other;
        }
        return difference < 0 ? one : other;
    }

    /** The check of one author domain. */
    private record AuthorCheck(DmarcTreeWalk walk, DomainName author, SpfResult spf, List<DkimResult> dkim) {

        DmarcResult result() {
            Found policy;
            try {
                policy = walk.policy(author);
                if (policy == null) {
                    return DmarcResult.without(Verdict.NONE, author.text(), "");
                }
                if (!policy.record().usable()) {
                    return DmarcResult.without(
                            Verdict.PERMERROR,
                            author.text(),
                            "the record of " + policy.domain() + " has no valid policy");
                }
                return result(policy, applied(policy));
            } catch (VerdictException e) {
                return DmarcResult.without(e.verdict(), author.text(), e.reason());
            }
        }

        private DmarcPolicy applied(Found found) throws VerdictException {
            DmarcRecord record = found.record();
            DmarcPolicy policy = record.policy();
            if (!found.domain().equals(author.text())) {
                boolean known = record.subdomainPolicy() == record.nonexistentPolicy() || walk.exists(author.text());
                policy = known ? record.subdomainPolicy() : record.nonexistentPolicy();
            }
            return record.testing() ? policy.weaker() : policy;
        }

        private DmarcResult result(Found found, DmarcPolicy policy) {
            DmarcRecord record = found.record();
            List<VerdictException> errors = new ArrayList<>();
            boolean spfAligned = aligned(spfDomains(Verdict.PASS), record.strictSpf(), errors);
            boolean dkimAligned = aligned(dkimDomains(Verdict.PASS), record.strictDkim(), errors);
            boolean pass = spfAligned || dkimAligned;
            String reason = "";
            Verdict verdict = pass ? Verdict.PASS : Verdict.FAIL;
            if (!pass && undecided(record, errors)) {
                verdict = Verdict.TEMPERROR;
                reason = errors.isEmpty()
                        ? "SPF or DKIM had a temporary error"
                        : errors.get(0).reason();
            }
            return new DmarcResult(
                    verdict, author.text(), policy, found.domain(), record, spfAligned, dkimAligned, reason);
        }

        /** Returns whether a lookup failed that could have made the message pass (RFC 9989 §5.3.6). */
        private boolean undecided(DmarcRecord record, List<VerdictException> errors) {
            return aligned(spfDomains(Verdict.TEMPERROR), record.strictSpf(), errors)
                    || aligned(dkimDomains(Verdict.TEMPERROR), record.strictDkim(), errors)
                    || !errors.isEmpty();
        }

        private Stream<String> spfDomains(Verdict verdict) {
            return spf.verdict() == verdict && spf.identity() == Identity.MAIL_FROM
                    ? Stream.of(spf.domain())
                    : Stream.empty();
        }

        private Stream<String> dkimDomains(Verdict verdict) {
            return dkim.stream()
                    .filter(result -> result.verdict() == verdict)
                    .map(DkimResult::domain)
                    .distinct();
        }

        private boolean aligned(Stream<String> domains, boolean strict, List<VerdictException> errors) {
            List<DomainName> names =
                    domains.map(DomainName::of).filter(name -> name != null).toList();
            if (names.contains(author)) {
                return true;
            }
            for (DomainName name : strict ? List.<DomainName>of() : names) {
                try {
                    if (hasSameOrganization(name)) {
                        return true;
                    }
                } catch (VerdictException e) {
                    errors.add(e);
                }
            }
            return false;
        }

        /** Compares the organizational domains. A domain outside that of the author needs no tree walk of its own. */
        private boolean hasSameOrganization(DomainName domain) throws VerdictException {
            String organization = walk.organization(author);
            return ('.' + domain.text()).endsWith('.' + organization)
                    && walk.organization(domain).equals(organization);
        }
    }
}
