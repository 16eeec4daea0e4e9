package svc.mail.out.tls;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.X509ExtendedTrustManager;
import javax.net.ssl.X509TrustManager;
import svc.api.dns.Answer.Security;
import svc.api.dns.Resolver;
import svc.api.dns.Resolver.Tlsa;
import svc.api.time.Clock;
import svc.mail.out.tls.DaneLookup.Records;
import svc.mail.out.tls.StsPolicy.Mode;
import svc.mail.out.tls.TlsPolicies.Host;
import svc.mail.out.tls.TlsPolicy.Source;
import svc.mailauth.DomainName;

/** Determines the policy for a host. Thread-safe. */
final class PolicySearch {

    private final Switches switches;
    private final DaneLookup dane;
    private final StsPolicies sts;
    private final Clock clock;
    private final Supplier<X509TrustManager> authorities;

    PolicySearch(
            Switches switches,
            Resolver resolver,
            StsPolicies sts,
            Clock clock,
            Supplier<X509TrustManager> authorities) {
        this.switches = switches;
        this.dane = new DaneLookup(resolver, switches.port());
        this.sts = sts;
        this.clock = clock;
        this.authorities = authorities;
    }

    /** Which policies are used: {@code [mail.out] dane} and {@code mta_sts}, and the port of the hosts. */
    record Switches(boolean dane, boolean sts, int port) {}

    /**
     * Returns the policy for a host.
     *
     * @throws IOException the policy cannot be determined now
     */
    TlsPolicy find(Host host) throws IOException {
        DomainName domain = DomainName.of(host.domain());
        if (domain == null) { // such as an address literal (RFC 7672 §2.2, RFC 8461 §3.4)
            return host.requireTls()
                    ? refused("The message demands verified TLS, and " + host.domain() + " cannot have a policy.")
                    : TlsPolicy.opportunistic(
                            host.domain() + " cannot have a policy, because it is not a domain name.");
        }
        boolean isAuthentic = host.security() == Security.SECURE;
        Optional<Records> records =
                switches.dane() && isAuthentic ? dane.find(HostNames.normalized(host.name())) : Optional.empty();
        List<Tlsa> usable = records.map(Records::records).orElse(List.of()).stream()
                .filter(DaneTrustManager::isUsable)
                .toList();
        if (!usable.isEmpty()) {
            return dane(domain, records.orElseThrow(), usable);
        }
        Optional<StsPolicy> policy = (switches.sts() ? sts.find(domain.text()) : Optional.<StsPolicy>empty())
                .filter(found -> found.mode() != Mode.NONE);
        if (policy.isPresent() && (policy.get().mode() == Mode.ENFORCE || host.requireTls())) {
            return enforced(host, policy.get());
        } else if (host.requireTls()) {
            return demanded(host, isAuthentic);
        } else if (records.isPresent()) {
            return unusable(records.get());
        }
        return policy.map(found -> tested(host, found)).orElseGet(TlsPolicy::opportunistic);
    }

    private TlsPolicy demanded(Host host, boolean isAuthentic) {
        return isAuthentic
                ? verified(
                        host,
                        TlsPolicy.Type.NO_POLICY_FOUND,
                        Source.of("The message demands verified TLS, and DNSSEC authenticates the host."))
                : refused("The message demands verified TLS, and neither DNSSEC nor MTA-STS authenticates the host "
                        + host.name() + ".");
    }

    private TlsPolicy dane(DomainName domain, Records records, List<Tlsa> usable) {
        X509ExtendedTrustManager verification =
                new DaneTrustManager(usable, List.of(records.base(), domain.text()), clock);
        Source source = new Source(
                "DANE: " + usable.size() + " usable TLSA records of " + records.base() + " authenticate the host.",
                lines(usable),
                List.of());
        return new TlsPolicy(TlsPolicy.Type.TLSA, true, Optional.of(verification), Optional.empty(), source);
    }

    /** RFC 7672 §2.2: records that cannot be used still say that the host has TLS. */
    private static TlsPolicy unusable(Records records) {
        Source source = new Source(
                "DANE: no TLSA record of " + records.base() + " is usable; TLS is required without verification.",
                lines(records.records()),
                List.of());
        return new TlsPolicy(TlsPolicy.Type.TLSA, true, Optional.empty(), Optional.empty(), source);
    }

    /** Name servers change the order of records: results under the same records are counted together. */
    private static List<String> lines(List<Tlsa> records) {
        return records.stream().map(Tlsa::toString).sorted().toList();
    }

    private TlsPolicy enforced(Host host, StsPolicy policy) {
        if (!policy.names(host.name())) {
            Source source = source(policy);
            return new TlsPolicy(
                    TlsPolicy.Type.STS,
                    true,
                    Optional.empty(),
                    Optional.of(
                            "The MTA-STS policy of " + host.domain() + " does not name the host " + host.name() + "."),
                    source);
        }
        return verified(host, TlsPolicy.Type.STS, source(policy));
    }

    /** A host that the policy does not name is not verified: its sessions count as failures in any case. */
    private TlsPolicy tested(Host host, StsPolicy policy) {
        Optional<X509ExtendedTrustManager> verification = policy.names(host.name())
                ? Optional.of(new WebPkiTrustManager(authorities.get(), host.name()))
                : Optional.empty();
        return new TlsPolicy(TlsPolicy.Type.STS, false, verification, Optional.empty(), source(policy));
    }

    private TlsPolicy verified(Host host, TlsPolicy.Type type, Source source) {
        X509ExtendedTrustManager verification = new WebPkiTrustManager(authorities.get(), host.name());
        return new TlsPolicy(type, true, Optional.of(verification), Optional.empty(), source);
    }

    private static TlsPolicy refused(String reason) {
        return new TlsPolicy(
                TlsPolicy.Type.NO_POLICY_FOUND, true, Optional.empty(), Optional.of(reason), Source.of(reason));
    }

    private static Source source(StsPolicy policy) {
        return new Source(
                "MTA-STS: the policy of the domain has the mode "
                        + policy.mode().word() + ".",
                policy.lines(),
                policy.mx());
    }
}
