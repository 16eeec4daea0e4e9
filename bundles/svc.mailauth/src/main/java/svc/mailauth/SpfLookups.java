package svc.mailauth;

import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import svc.api.dns.Answer;
import svc.api.dns.Resolver;
import svc.api.dns.Resolver.Family;
import svc.api.dns.Resolver.Mx;
import svc.api.time.Clock;
import svc.mailauth.Verdict.VerdictException;

/** The DNS lookups of one SPF check, with the limits of RFC 7208 §4.6.4. */
final class SpfLookups {

    private static final int MOST_TERMS = 10;
    private static final int MOST_VOID = 2;
    private static final int MOST_NAMES = 10;
    private static final Duration LONGEST = Duration.ofSeconds(20);

    private final Resolver resolver;
    private final Clock clock;
    private final InetAddress client;
    private final Family family;
    private final long started;
    private int terms;
    private int voids;
    private @Nullable List<String> clientNames;

    SpfLookups(Resolver resolver, Clock clock, InetAddress client) {
        this.resolver = resolver;
        this.clock = clock;
        this.client = client;
        this.family = client.getAddress().length == Integer.BYTES ? Family.IPV4 : Family.IPV6;
        this.started = clock.nanos();
    }

    /** Counts a term that causes lookups. */
    void countTerm() throws VerdictException {
        if (++terms > MOST_TERMS) {
            throw VerdictException.permanent("more than " + MOST_TERMS + " terms cause DNS lookups");
        }
    }

    /** Returns the TXT records of a domain. */
    List<String> txt(String domain) throws VerdictException {
        return records(() -> resolver.txt(domain));
    }

    /** Returns the addresses of the target of a term, in the family of the client. */
    List<InetAddress> addresses(String target) throws VerdictException {
        return countingVoid(records(() -> resolver.addresses(target, family)));
    }

    /** Returns whether the target of an "exists" has an A record, also if the client has an IPv6 address. */
    boolean exists(String target) throws VerdictException {
        return !countingVoid(records(() -> resolver.addresses(target, Family.IPV4)))
                .isEmpty();
    }

    /**
     * Returns the addresses of the MX hosts of a domain. A host without an address is not a void lookup: the limit
     * counts terms, and a term that finds MX records is not void.
     */
    List<InetAddress> mxAddresses(String domain) throws VerdictException {
        List<Mx> hosts = countingVoid(records(() -> resolver.mx(domain)));
        if (hosts.size() > MOST_NAMES) {
            throw VerdictException.permanent("the domain " + domain + " has more than " + MOST_NAMES + " MX records");
        }
        List<InetAddress> addresses = new ArrayList<>();
        for (Mx host : hosts) {
            addresses.addAll(records(() -> resolver.addresses(host.exchange(), family)));
        }
        return addresses;
    }

    /**
     * Returns the validated names of the client (RFC 7208 §5.5), in lower case. Failed lookups are ignored, as the RFC
     * demands; names beyond the first ten are, too.
     */
    List<String> clientNames() throws VerdictException {
        if (clientNames == null) {
            List<String> validated = new ArrayList<>();
            List<String> names = countingVoid(recordsIfAny(() -> resolver.ptr(client)));
            for (String name : names.subList(0, Math.min(MOST_NAMES, names.size()))) {
                DomainName host = DomainName.of(name);
                if (host != null
                        && recordsIfAny(() -> resolver.addresses(host.text(), family))
                                .contains(client)) {
                    validated.add(host.text());
                }
            }
            clientNames = validated;
        }
        return clientNames;
    }

    /** Returns the value of the macro "p" for a domain (RFC 7208 §7.3). Its first use counts as a term. */
    String clientName(String domain) throws VerdictException {
        if (clientNames == null) {
            countTerm();
        }
        List<String> names = clientNames();
        return names.stream()
                .filter(domain::equalsIgnoreCase)
                .findFirst()
                .or(() -> names.stream()
                        .filter(name -> name.endsWith('.' + domain))
                        .findFirst())
                .or(() -> names.stream().findFirst())
                .orElse("unknown");
    }

    private <T> List<T> countingVoid(List<T> records) throws VerdictException {
        if (records.isEmpty() && ++voids > MOST_VOID) {
            throw VerdictException.permanent("more than " + MOST_VOID + " terms look up names without records");
        }
        return records;
    }

    private <T> List<T> records(Supplier<Answer<T>> lookup) throws VerdictException {
        Answer<T> answer = timed(lookup);
        if (answer instanceof Answer.Failed<T> failed) {
            throw VerdictException.temporary(failed.reason());
        }
        return answer instanceof Answer.Found<T> found ? found.records() : List.of();
    }

    private <T> List<T> recordsIfAny(Supplier<Answer<T>> lookup) throws VerdictException {
        return timed(lookup) instanceof Answer.Found<T> found ? found.records() : List.of();
    }

    private <T> Answer<T> timed(Supplier<Answer<T>> lookup) throws VerdictException {
        Answer<T> answer = lookup.get();
        if (clock.nanos() - started > LONGEST.toNanos()) {
            throw VerdictException.temporary("the check took more than " + LONGEST.toSeconds() + " s");
        }
        return answer;
    }
}
