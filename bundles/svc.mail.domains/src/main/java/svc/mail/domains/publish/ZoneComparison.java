package svc.mail.domains.publish;

import java.net.InetAddress;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Found;
import svc.api.dns.Resolver;
import svc.api.dns.Resolver.Family;
import svc.api.dns.Resolver.Mx;
import svc.api.dns.Resolver.Srv;
import svc.mail.domains.publish.ZoneLine.Status;

/** Compares lines of a zone with DNS. Thread-safe. */
@Component(service = ZoneComparison.class)
public final class ZoneComparison {

    private static final int PREFERENCE = 10;

    private final Resolver resolver;

    @Activate
    public ZoneComparison(@Reference Resolver resolver) {
        this.resolver = resolver;
    }

    /** Compares the MX records of a domain: one of them must name the host, with any preference. */
    ZoneLine mx(String domain, String host) {
        Answer<Mx> answer = resolver.mx(domain);
        List<Mx> found = records(answer);
        boolean isHere = found.stream().anyMatch(mx -> mx.exchange().equalsIgnoreCase(host));
        return new ZoneLine(
                domain,
                "MX",
                PREFERENCE + " " + host + ".",
                status(answer, isHere),
                isHere
                        ? List.of()
                        : found.stream()
                                .map(mx -> mx.preference() + " " + mx.exchange() + ".")
                                .toList());
    }

    /** Compares a TXT record that must have exactly this text beside others. */
    ZoneLine exactTxt(String name, String text) {
        return txt(name, text, Optional.empty());
    }

    /**
     * Compares a TXT record that may have another text with the same version. More than one record with the version is
     * an error (RFC 7208 §4.5, RFC 8461 §3.1, RFC 8460 §3).
     */
    ZoneLine txt(String name, String text, String version) {
        return txt(name, text, Optional.of(version));
    }

    private ZoneLine txt(String name, String text, Optional<String> version) {
        Answer<String> answer = resolver.txt(name);
        List<String> found = records(answer);
        List<String> same = version.isPresent()
                ? found.stream().filter(one -> hasVersion(one, version.get())).toList()
                : found;
        boolean isOk = version.isPresent() ? same.size() == 1 : found.stream().anyMatch(text::equals);
        // Other texts at the name of a domain, such as proofs for other services, do not matter.
        Status status = answer instanceof Found && same.isEmpty() ? Status.MISSING : status(answer, isOk);
        return new ZoneLine(
                name,
                "TXT",
                ZoneLine.quoted(text),
                status,
                same.stream()
                        .filter(one -> !one.equals(text))
                        .map(ZoneLine::quoted)
                        .toList());
    }

    private static boolean hasVersion(String text, String version) {
        String lower = text.strip().toLowerCase(Locale.ROOT);
        String start = version.toLowerCase(Locale.ROOT);
        return lower.startsWith(start)
                && (lower.length() == start.length() || " ;".indexOf(lower.charAt(start.length())) >= 0);
    }

    /** Compares a CNAME record by the addresses of both names: A and AAAA records serve as well. */
    ZoneLine alias(String name, String host) {
        Set<InetAddress> expected = new HashSet<>();
        Set<InetAddress> found = new HashSet<>();
        boolean failed = false;
        for (Family family : Family.values()) {
            Answer<InetAddress> of = resolver.addresses(name, family);
            Answer<InetAddress> ofHost = resolver.addresses(host, family);
            failed |= of instanceof Failed || ofHost instanceof Failed;
            found.addAll(records(of));
            expected.addAll(records(ofHost));
        }
        Status status = found.stream().anyMatch(expected::contains)
                ? Status.OK
                : failed ? Status.UNKNOWN : found.isEmpty() ? Status.MISSING : Status.DIFFERS;
        Stream<InetAddress> others = status == Status.DIFFERS ? found.stream() : Stream.empty();
        return new ZoneLine(
                name,
                "CNAME",
                host + ".",
                status,
                others.map(InetAddress::getHostAddress).sorted().toList());
    }

    /** Compares the SRV records of a service: one of them must name the host and the port. */
    ZoneLine srv(String service, String domain, int port, String host) {
        String name = "_" + service + "._tcp." + domain;
        Answer<Srv> answer = resolver.srv(name);
        List<Srv> found = records(answer);
        boolean isHere = found.stream()
                .anyMatch(srv -> srv.port() == port && srv.target().equalsIgnoreCase(host));
        return new ZoneLine(
                name,
                "SRV",
                "0 1 " + port + " " + host + ".",
                status(answer, isHere),
                isHere
                        ? List.of()
                        : found.stream()
                                .map(srv -> srv.priority() + " " + srv.weight() + " " + srv.port() + " "
                                        + (srv.target().equals(".") ? "." : srv.target() + "."))
                                .toList());
    }

    private static <T> List<T> records(Answer<T> answer) {
        return answer instanceof Found<T> found ? found.records() : List.of();
    }

    private static Status status(Answer<?> answer, boolean isOk) {
        if (answer instanceof Failed) {
            return Status.UNKNOWN;
        }
        return isOk ? Status.OK : answer instanceof Found ? Status.DIFFERS : Status.MISSING;
    }
}
