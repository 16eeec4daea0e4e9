package svc.mail.domains.check;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import svc.api.delivery.MailRoutes;
import svc.api.delivery.SmtpReply;
import svc.api.dns.Answer;
import svc.api.dns.Answer.Failed;
import svc.api.dns.Answer.Found;
import svc.api.dns.Resolver;
import svc.api.dns.Resolver.Family;
import svc.api.dns.Resolver.Mx;

/** Finds the MX hosts of a domain (RFC 5321 §5.1), for a server whose transport does not offer its routes. */
record DnsRoutes(Resolver resolver) implements MailRoutes {

    private static final int PORT = 25;

    @Override
    public Route find(String domain) {
        Answer<Mx> answer = resolver.mx(domain);
        if (answer instanceof Failed<Mx> failed) {
            return refused(451, "4.4.3", "The MX records cannot be looked up: " + failed.reason() + ".");
        } else if (answer instanceof Found<Mx> found) {
            return route(found.records().stream()
                    .filter(mx -> !mx.exchange().equals("."))
                    .sorted(Comparator.comparingInt(Mx::preference))
                    .map(Mx::exchange)
                    .toList());
        }
        Hop implicit = hop(domain);
        return implicit.addresses().isEmpty()
                ? refused(550, "5.1.2", "The domain does not exist, or has neither MX nor address records.")
                : new Route(List.of(implicit), Optional.empty());
    }

    private Route route(List<String> hosts) {
        if (hosts.isEmpty()) {
            return refused(556, "5.1.10", "The domain accepts no mail (RFC 7505).");
        }
        List<Hop> hops = hosts.stream().map(this::hop).toList();
        return hops.stream().allMatch(hop -> hop.addresses().isEmpty())
                ? new Route(hops, Optional.of(new SmtpReply(451, "4.4.4", "No MX host has an address.")))
                : new Route(hops, Optional.empty());
    }

    Hop hop(String host) {
        List<InetAddress> addresses = new ArrayList<>();
        for (Family family : Family.values()) {
            if (resolver.addresses(host, family) instanceof Found<InetAddress> found) {
                addresses.addAll(found.records());
            }
        }
        return new Hop(host, PORT, addresses, "");
    }

    private static Route refused(int code, String enhancedCode, String text) {
        return new Route(List.of(), Optional.of(new SmtpReply(code, enhancedCode, text.replaceAll("\\p{Cntrl}", " "))));
    }
}
