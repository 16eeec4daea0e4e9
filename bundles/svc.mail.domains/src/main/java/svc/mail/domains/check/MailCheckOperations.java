package svc.mail.domains.check;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.MailDomains;
import svc.api.delivery.MailDomains.RelayDomain;
import svc.api.delivery.MailQueue;
import svc.api.delivery.MailRoutes;
import svc.api.delivery.MailRoutes.Hop;
import svc.api.delivery.MailRoutes.Route;
import svc.api.delivery.SmtpReply;
import svc.api.identity.AddressResolution;
import svc.api.identity.AddressResolution.ForwardedAlias;
import svc.api.identity.AddressResolution.InvalidAddress;
import svc.api.identity.AddressResolution.LocalAccount;
import svc.api.identity.AddressResolution.UnknownUser;
import svc.api.identity.Directory;
import svc.api.operation.Help;
import svc.api.operation.Operation;
import svc.api.operation.OperationGroup;
import svc.api.operation.Positional;
import svc.mailauth.DomainName;

/** The operation {@code svc mail check}. */
@Component
public final class MailCheckOperations implements OperationGroup {

    private final Directory directory;
    private final MailDomains domains;
    private final MailQueue queue;

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable MailRoutes routes;

    @Activate
    public MailCheckOperations(
            @Reference Directory directory, @Reference MailDomains domains, @Reference MailQueue queue) {
        this.directory = directory;
        this.domains = domains;
        this.queue = queue;
    }

    /**
     * How a message to an address would be delivered.
     *
     * @param destination {@code local}, {@code alias}, {@code relay}, {@code remote} or {@code none}
     * @param target the address to which an alias sends its mail on
     * @param reply why the message would wait or fail; empty if it can be sent
     * @param hops the hosts in the order in which they are tried; empty if the transport does not offer its routes
     */
    record CheckView(
            String address,
            String destination,
            @Nullable String target,
            @Nullable String reply,
            List<HopView> hops) {}

    /** A host with its addresses and the policy for TLS. */
    record HopView(
            String host,
            int port,
            List<String> addresses,
            @Nullable String tlsPolicy) {

        static HopView of(Hop hop) {
            return new HopView(
                    hop.host(),
                    hop.port(),
                    hop.addresses().stream().map(InetAddress::getHostAddress).toList(),
                    hop.tlsPolicy().isEmpty() ? null : hop.tlsPolicy());
        }
    }

    @Operation(
            command = "mail check",
            help = "Show how a message to an address would be delivered now, without sending one",
            readOnly = true)
    public CheckView check(@Positional @Help("the address of the recipient") String address) {
        String to = address.strip();
        AddressResolution resolution = directory.resolve(to);
        if (resolution instanceof LocalAccount local) {
            return here(to, "local", null, local.acceptsMail());
        } else if (resolution instanceof ForwardedAlias alias) {
            return here(to, "alias", alias.target(), alias.acceptsMail());
        } else if (resolution instanceof UnknownUser) {
            return rejected(to, "550 5.1.1 No account has this address.");
        }
        DomainName domain = DomainName.ofAddress(to);
        return resolution instanceof InvalidAddress || domain == null
                ? rejected(to, "553 5.1.3 The address of the recipient is invalid.")
                : elsewhere(to, domain.text());
    }

    private static CheckView here(String to, String destination, @Nullable String target, boolean acceptsMail) {
        String reply = acceptsMail ? null : "450 4.2.1 The organization of the recipient is suspended.";
        return new CheckView(to, destination, target, reply, List.of());
    }

    private static CheckView rejected(String to, String reply) {
        return new CheckView(to, "none", null, reply, List.of());
    }

    private CheckView elsewhere(String to, String domain) {
        Optional<RelayDomain> relay = domains.relayDomain(domain);
        MailRoutes offered = routes;
        Route route = offered == null ? new Route(List.of(), Optional.empty()) : offered.find(domain);
        Optional<String> reply = domains.recipientDeferral(to)
                .map(SmtpReply::toString)
                .or(() -> queue.accepts(to)
                        ? route.refusal().map(SmtpReply::toString)
                        : Optional.of("451 4.4.0 No transport for other mail servers is installed."));
        return new CheckView(
                to,
                relay.isPresent() ? "relay" : "remote",
                null,
                reply.orElse(null),
                route.hops().stream().map(HopView::of).toList());
    }
}
