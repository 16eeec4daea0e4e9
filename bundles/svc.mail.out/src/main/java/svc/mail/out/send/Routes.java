package svc.mail.out.send;

import static java.util.Comparator.comparingInt;
import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.MailDomains;
import svc.api.delivery.MailDomains.RelayDomain;
import svc.api.delivery.MailServerName;
import svc.api.delivery.SmtpReply;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Found;
import svc.api.dns.Answer.None;
import svc.api.dns.Answer.Security;
import svc.api.dns.Resolver;
import svc.api.dns.Resolver.Family;
import svc.api.dns.Resolver.Mx;
import svc.api.net.IpNetwork;
import svc.api.net.PublicAddresses;
import svc.mail.out.send.SendSettings.Smarthost;
import svc.mailauth.DomainName;

/** Finds the hosts that accept the mail of a domain (RFC 5321 §5.1). Thread-safe. */
@Component(service = Routes.class)
public final class Routes {

    /** The maximum number of hosts of a domain; a domain with more can bind a lane for hours. */
    private static final int MOST_HOSTS = 8;

    private final SendSettings settings;
    private final Resolver resolver;
    private final MailServerName self;
    private final SecureRandom random = new SecureRandom();

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    volatile @Nullable MailDomains domains;

    @Activate
    public Routes(@Reference SendSettings settings, @Reference Resolver resolver, @Reference MailServerName self) {
        this.settings = settings;
        this.resolver = resolver;
        this.self = self;
    }

    /**
     * A host.
     *
     * @param addresses the addresses in the order in which they are tried; empty if a lookup failed
     * @param security whether DNSSEC authenticates the name and the addresses
     * @param smarthost the smarthost, if the host is one
     */
    record Target(
            String name, int port, List<InetAddress> addresses, Security security, Optional<Smarthost> smarthost) {}

    /** No message can be sent to the domain now. */
    static final class NoRouteException extends Exception {

        private static final long serialVersionUID = 1L;

        private final transient SmtpReply reply;

        NoRouteException(int code, String enhancedCode, String text) {
            super(text);
            reply = new SmtpReply(code, enhancedCode, text);
        }

        SmtpReply reply() {
            return reply;
        }
    }

    /**
     * Returns the hosts of a domain in the order in which they are tried, at least one.
     *
     * @param domain a domain, or an address literal in brackets
     * @throws NoRouteException a lookup failed, the domain accepts no mail, or its mail leads back to this server
     */
    List<Target> find(String domain) throws NoRouteException {
        DomainName name = DomainName.of(domain);
        Optional<InetAddress> literal = literal(domain);
        Optional<Smarthost> smarthost = configured(name == null ? domain : name.text());
        if (smarthost.isPresent()) {
            return List.of(smarthost(smarthost.get()));
        } else if (literal.isPresent()) {
            return usable(List.of(target(domain, List.of(literal.get()), Security.INSECURE)));
        } else if (name == null) {
            throw new NoRouteException(553, "5.1.2", "The domain " + domain + " is not valid.");
        }
        Answer<Mx> answer = resolver.mx(name.text());
        if (answer instanceof Found<Mx> found) {
            return usable(resolved(hosts(name.text(), found.records()), found.security()));
        } else if (answer instanceof None<Mx> none) {
            return usable(implicit(name.text(), none.security()));
        }
        throw failed("The MX records of " + name.text(), ((Failed<Mx>) answer).reason());
    }

    /** Returns the host of a relay domain, for which the policies of the domain do not hold; otherwise the smarthost. */
    private Optional<Smarthost> configured(String domain) {
        MailDomains registered = domains;
        Optional<RelayDomain> relay = registered == null ? Optional.empty() : registered.relayDomain(domain);
        return relay.flatMap(RelayDomain::host)
                .map(host -> new Smarthost(host, settings.port(), Optional.empty()))
                .or(() -> settings.smarthost(domain));
    }

    /** Returns the address of an address literal (RFC 5321 §4.1.3). */
    static Optional<InetAddress> literal(String domain) {
        return domain.startsWith("[") && domain.endsWith("]")
                ? IpNetwork.address(domain.substring(1, domain.length() - 1).replaceFirst("(?i)^ipv6:", ""))
                : Optional.empty();
    }

    private Target target(String name, List<InetAddress> addresses, Security security) {
        return new Target(name, settings.port(), addresses, security, Optional.empty());
    }

    private Target smarthost(Smarthost smarthost) throws NoRouteException {
        Optional<InetAddress> address = IpNetwork.address(smarthost.host());
        List<InetAddress> addresses = address.isPresent()
                ? List.of(address.get())
                : addresses(smarthost.host(), Security.INSECURE).addresses();
        if (addresses.isEmpty()) {
            throw new NoRouteException(451, "4.4.4", "The smarthost " + smarthost.host() + " has no address.");
        }
        return new Target(smarthost.host(), smarthost.port(), addresses, Security.INSECURE, Optional.of(smarthost));
    }

    /** Returns the names by preference, without those from the preference of this server on. */
    private List<String> hosts(String domain, List<Mx> records) throws NoRouteException {
        List<Mx> hosts = new ArrayList<>(records);
        hosts.removeIf(mx -> mx.exchange().equals(".") || mx.exchange().isEmpty());
        if (hosts.isEmpty()) {
            throw new NoRouteException(556, "5.1.10", "The domain " + domain + " accepts no mail (RFC 7505).");
        }
        int own = hosts.stream()
                .filter(mx -> mx.exchange().toLowerCase(Locale.ROOT).equals(self.hostname()))
                .mapToInt(Mx::preference)
                .min()
                .orElse(Integer.MAX_VALUE);
        hosts.removeIf(mx -> mx.preference() >= own);
        if (hosts.isEmpty()) {
            throw loop(domain);
        }
        Collections.shuffle(hosts, random);
        hosts.sort(comparingInt(Mx::preference));
        return hosts.stream()
                .map(mx -> mx.exchange().toLowerCase(Locale.ROOT))
                .distinct()
                .limit(MOST_HOSTS)
                .toList();
    }

    private static NoRouteException failed(String subject, String reason) {
        String text = subject + " cannot be looked up: " + ServerReply.withoutControls(reason) + ".";
        return new NoRouteException(451, "4.4.3", text);
    }

    private static NoRouteException loop(String domain) {
        return new NoRouteException(
                554, "5.4.6", "Mail loop: the mail of " + domain + " leads to this server or to a private address.");
    }

    private List<Target> resolved(List<String> names, Security security) throws NoRouteException {
        List<Target> targets = new ArrayList<>();
        NoRouteException failure = null;
        for (String name : names) {
            try {
                Target target = addresses(name, security);
                if (!target.addresses().isEmpty()) {
                    targets.add(target);
                }
            } catch (NoRouteException e) {
                failure = e;
            }
        }
        if (targets.isEmpty() && failure != null) {
            throw failure;
        } else if (targets.isEmpty()) {
            throw new NoRouteException(550, "5.4.4", "No MX host of the domain has an address.");
        }
        return targets;
    }

    private List<Target> implicit(String domain, Security security) throws NoRouteException {
        Target target = addresses(domain, security);
        if (target.addresses().isEmpty()) {
            throw new NoRouteException(
                    550, "5.1.2", "The domain " + domain + " does not exist, or has neither MX nor address records.");
        }
        return List.of(target);
    }

    /** Looks up the addresses of both families. A failure in one family does not matter if the other has an address. */
    private Target addresses(String host, Security before) throws NoRouteException {
        List<InetAddress> all = new ArrayList<>();
        boolean isSecure = before == Security.SECURE;
        String failure = null;
        for (Family family : List.of(Family.IPV6, Family.IPV4)) {
            Answer<InetAddress> answer = resolver.addresses(host, family);
            if (answer instanceof Found<InetAddress> found) {
                all.addAll(found.records());
                isSecure &= found.security() == Security.SECURE;
            } else if (answer instanceof Failed<InetAddress> failed) {
                failure = failed.reason();
            }
        }
        if (all.isEmpty() && failure != null) {
            throw failed("The addresses of " + host, failure);
        }
        return target(host, all, isSecure ? Security.SECURE : Security.INSECURE);
    }

    /** Returns the hosts before the first one that is this server, without private addresses. */
    private List<Target> usable(List<Target> targets) throws NoRouteException {
        if (settings.allowsPrivate()) {
            return targets;
        }
        List<Target> usable = new ArrayList<>();
        for (Target target : targets) {
            if (target.addresses().stream().anyMatch(Routes::isOwn)) {
                break;
            }
            List<InetAddress> open = target.addresses().stream()
                    .filter(PublicAddresses::contains)
                    .toList();
            if (!open.isEmpty()) {
                usable.add(target(target.name(), open, target.security()));
            }
        }
        if (usable.isEmpty()) {
            throw loop(targets.get(0).name());
        }
        return usable;
    }

    private static boolean isOwn(InetAddress address) {
        try {
            return address.isLoopbackAddress() || NetworkInterface.getByInetAddress(address) != null;
        } catch (SocketException e) {
            return false;
        }
    }
}
