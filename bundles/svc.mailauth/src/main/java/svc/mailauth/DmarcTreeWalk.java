package svc.mailauth;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import svc.api.dns.Answer;
import svc.api.dns.Resolver;
import svc.api.dns.Resolver.Family;
import svc.mailauth.DmarcRecord.Suffix;
import svc.mailauth.Verdict.VerdictException;

/** Finds the DMARC records of domains and of their parents (RFC 9989 §4.10), for one message. */
final class DmarcTreeWalk {

    private static final int MOST_PARENTS = 7;

    private final Resolver resolver;
    private final Map<String, Optional<DmarcRecord>> records = new HashMap<>();

    DmarcTreeWalk(Resolver resolver) {
        this.resolver = resolver;
    }

    /** A record and the domain at which it is published. */
    record Found(String domain, DmarcRecord record) {}

    /** Returns the record of a domain itself; null if there is none, or more than one. */
    @Nullable
    DmarcRecord record(String domain) throws VerdictException {
        Optional<DmarcRecord> known = records.get(domain);
        if (known == null) {
            List<DmarcRecord> found = answered(resolver.txt("_dmarc." + domain)).stream()
                    .map(DmarcRecord::parse)
                    .filter(Objects::nonNull)
                    .toList();
            known = found.size() == 1 ? Optional.of(found.get(0)) : Optional.empty();
            records.put(domain, known);
        }
        return known.orElse(null);
    }

    /** Returns the records of a domain and of its parents, from the longest name on. It asks for at most eight names. */
    private List<Found> walk(DomainName domain) throws VerdictException {
        List<String> names = domain.withParents();
        List<String> asked = new ArrayList<>(names.subList(0, 1));
        asked.addAll(names.subList(Math.max(1, names.size() - MOST_PARENTS), names.size()));
        List<Found> found = new ArrayList<>();
        for (String name : asked) {
            DmarcRecord record = record(name);
            if (record != null) {
                found.add(new Found(name, record));
                if (record.suffix() != Suffix.UNKNOWN) {
                    break;
                }
            }
        }
        return found;
    }

    /** Returns the organizational domain of a domain (RFC 9989 §4.10.2). */
    String organization(DomainName domain) throws VerdictException {
        List<Found> found = walk(domain);
        if (found.isEmpty()) {
            return domain.text();
        }
        Found last = found.get(found.size() - 1);
        if (last.record.suffix() == Suffix.YES && !last.domain.equals(domain.text())) {
            return childOf(last.domain, domain);
        }
        return last.domain;
    }

    /** Returns the name one label below a parent of a domain. */
    private static String childOf(String parent, DomainName domain) {
        List<String> names = domain.withParents();
        return names.get(names.indexOf(parent) - 1);
    }

    /** Returns the record that applies to an author domain (RFC 9989 §4.10.1); null if there is none. */
    @Nullable
    Found policy(DomainName author) throws VerdictException {
        DmarcRecord own = record(author.text());
        if (own != null) {
            return new Found(author.text(), own);
        }
        List<Found> found = walk(author);
        if (found.isEmpty()) {
            return null;
        }
        Found last = found.get(found.size() - 1);
        if (last.record.suffix() != Suffix.YES) {
            return last;
        }
        String organization = childOf(last.domain, author);
        return found.stream()
                .filter(candidate -> candidate.domain.equals(organization))
                .findFirst()
                .orElse(last);
    }

    /**
     * Returns whether a domain exists. The resolver does not distinguish a name without records from a name that does not
     * exist; a domain with records of none of the types that mail uses counts as one that does not exist.
     */
    boolean exists(String domain) throws VerdictException {
        return !answered(resolver.txt(domain)).isEmpty()
                || !answered(resolver.mx(domain)).isEmpty()
                || !answered(resolver.addresses(domain, Family.IPV4)).isEmpty()
                || !answered(resolver.addresses(domain, Family.IPV6)).isEmpty();
    }

    private static <T> List<T> answered(Answer<T> answer) throws VerdictException {
        if (answer instanceof Answer.Failed<T> failed) {
            throw VerdictException.temporary(failed.reason());
        }
        return answer instanceof Answer.Found<T> found ? found.records() : List.of();
    }
}
