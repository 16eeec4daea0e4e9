package svc.mail.out.tls;

import java.io.IOException;
import java.io.Serial;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Failure;
import svc.api.dns.Answer.Found;
import svc.api.dns.Answer.Security;
import svc.api.dns.Resolver;
import svc.api.dns.Resolver.Family;
import svc.api.dns.Resolver.Tlsa;

/** Finds the TLSA records of a host (RFC 7672 §2.2). Thread-safe. */
final class DaneLookup {

    private static final int LONGEST_CHAIN = 10;

    private final Resolver resolver;
    private final int port;

    DaneLookup(Resolver resolver, int port) {
        this.resolver = resolver;
        this.port = port;
    }

    /**
     * The secure records of a host.
     *
     * @param base the name under which they are published: the host, or the name to which it is an alias
     * @param records the records, at least one; they can be unusable
     */
    record Records(String base, List<Tlsa> records) {}

    /** Thrown when a lookup fails, so that nothing is known about the records. */
    static final class LookupFailedException extends IOException {

        @Serial
        private static final long serialVersionUID = 1L;

        private final boolean isBogus;

        private LookupFailedException(Failed<?> failed) {
            super("The DANE records cannot be looked up: " + failed.reason());
            this.isBogus = failed.failure() == Failure.BOGUS;
        }

        boolean isBogus() {
            return isBogus;
        }
    }

    /**
     * Returns the secure records of a host of a domain whose MX answer is secure; empty if DANE does not apply.
     *
     * @throws LookupFailedException a lookup failed below a secure delegation
     */
    Optional<Records> find(String host) throws LookupFailedException {
        for (String base : candidates(host)) {
            Answer<Tlsa> answer = resolver.tlsa("_" + port + "._tcp." + base);
            if (secure(answer) && answer instanceof Found<Tlsa> found) {
                return Optional.of(new Records(base, found.records()));
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the names under which records can be, the preferred one first. The addresses are looked up first: some
     * servers of unsigned zones do not answer queries for TLSA records (RFC 7672 §2.2.2).
     */
    private Set<String> candidates(String host) throws LookupFailedException {
        if (hasSecureAddresses(host)) {
            Set<String> names = new LinkedHashSet<>();
            names.add(expanded(host));
            names.add(host);
            return names;
        }
        Answer<String> alias = resolver.cname(host);
        return secure(alias) && alias instanceof Found ? Set.of(host) : Set.of();
    }

    private boolean hasSecureAddresses(String host) throws LookupFailedException {
        List<Failed<?>> failed = new ArrayList<>();
        boolean exists = false;
        for (Family family : Family.values()) {
            Answer<?> answer = resolver.addresses(host, family);
            if (answer instanceof Found<?> found) {
                exists = true;
                if (found.security() == Security.SECURE) {
                    return true;
                }
            } else if (answer instanceof Failed<?> failure) {
                failed.add(failure);
            }
        }
        if (!exists && !failed.isEmpty()) {
            throw new LookupFailedException(failed.get(0));
        }
        return false;
    }

    private String expanded(String host) throws LookupFailedException {
        String name = host;
        for (int i = 0; i < LONGEST_CHAIN; i++) {
            Answer<String> alias = resolver.cname(name);
            if (!secure(alias) || !(alias instanceof Found<String> found)) {
                return name;
            }
            name = HostNames.normalized(found.records().get(0));
        }
        return name;
    }

    private static boolean secure(Answer<?> answer) throws LookupFailedException {
        if (answer instanceof Failed<?> failed) {
            throw new LookupFailedException(failed);
        }
        return answer instanceof Found<?> found && found.security() == Security.SECURE;
    }
}
