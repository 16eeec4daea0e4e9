package svc.delivery.filing;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.MailDomains;
import svc.api.delivery.MailDomains.RelayDomain;
import svc.api.delivery.SmtpReply;
import svc.api.identity.Account;
import svc.api.identity.AddressResolution;
import svc.api.identity.AddressResolution.ForwardedAlias;
import svc.api.identity.AddressResolution.LocalAccount;
import svc.api.identity.AddressResolution.RemoteDomain;
import svc.api.identity.AddressResolution.UnknownUser;
import svc.api.identity.Directory;
import svc.delivery.ServerIdentity;
import svc.delivery.filing.Destination.Invalid;
import svc.delivery.filing.Destination.Local;
import svc.delivery.filing.Destination.Relay;
import svc.delivery.filing.Destination.Remote;
import svc.delivery.filing.ReturnPaths.Unwrapped;
import svc.delivery.queue.QueueEntry;

/**
 * Finds out where mail to an address goes. The addresses {@code postmaster} and {@code abuse} of each local domain exist
 * always (RFC 5321 §4.5.1, RFC 2142), and {@code dmarc-reports}, to which domains direct the reports of other servers:
 * their mail goes to {@code [mail] postmaster}, or to the first administrator.
 * Thread-safe.
 */
@Component(service = Recipients.class)
public final class Recipients {

    public static final SmtpReply UNKNOWN = new SmtpReply(550, "5.1.1", "No account has this address.");
    private static final SmtpReply INVALID = new SmtpReply(553, "5.1.3", "The address of the recipient is invalid.");
    static final String NAME = "postmaster";
    private static final Set<String> ROLES = Set.of(NAME, "abuse", "dmarc-reports");

    private final Directory directory;
    private final ServerIdentity identity;
    private final ReturnPaths returnPaths;

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable MailDomains domains;

    @Activate
    public Recipients(
            @Reference Directory directory, @Reference ServerIdentity identity, @Reference ReturnPaths returnPaths) {
        this.directory = directory;
        this.identity = identity;
        this.returnPaths = returnPaths;
    }

    /** Returns where mail to an address goes. */
    public Destination find(String address) {
        if (address.equalsIgnoreCase(NAME)) { // without a domain (RFC 5321 §4.5.1)
            return administrator(identity.hostname()).orElse(new Invalid(UNKNOWN));
        }
        Optional<Unwrapped> unwrapped = returnPaths.unwrap(address);
        if (unwrapped.isPresent()) {
            return returnPath(unwrapped.get(), address.substring(address.lastIndexOf('@') + 1));
        }
        AddressResolution resolution = directory.resolve(address);
        int at = address.lastIndexOf('@');
        String domain = address.substring(at + 1);
        boolean isHere = resolution instanceof UnknownUser
                || (resolution instanceof RemoteDomain && domain.equalsIgnoreCase(identity.hostname()));
        boolean isRole = at > 0 && ROLES.contains(address.substring(0, at).toLowerCase(Locale.ROOT));
        if (isHere && isRole) {
            return administrator(domain).orElseGet(() -> destination(resolution));
        }
        return resolution instanceof RemoteDomain ? new Remote(relay(address)) : destination(resolution);
    }

    /**
     * Returns the reply with which the DNS proof of the sender's or the recipient's domain defers a queued message. A
     * message from another server is not covered by the proof of its sender.
     */
    public Optional<SmtpReply> deferral(QueueEntry message, String recipient) {
        MailDomains registered = domains;
        boolean isSentHere = message.copy().skipped() == 0;
        Optional<SmtpReply> deferral =
                registered == null || !isSentHere ? Optional.empty() : registered.senderDeferral(message.sender());
        return deferral.or(() -> recipientDeferral(recipient));
    }

    /** Returns the reply with which the DNS proof of a domain defers mail to an address; empty if mail can be sent. */
    public Optional<SmtpReply> recipientDeferral(String address) {
        MailDomains registered = domains;
        return registered == null ? Optional.empty() : registered.recipientDeferral(address);
    }

    private Optional<Relay> relay(String address) {
        MailDomains registered = domains;
        return registered == null
                ? Optional.empty()
                : registered.relayDomain(address).map(domain -> new Relay(domain.tenantId(), holder(domain)));
    }

    private Optional<LocalAccount> holder(RelayDomain domain) {
        return directory.resolve(domain.account()) instanceof LocalAccount to
                        && to.account().organization().equals(domain.tenantId())
                ? Optional.of(to)
                : Optional.empty();
    }

    /** Returns where notifications to a rewritten return path go: the account of the postmaster sends them on. */
    private Destination returnPath(Unwrapped unwrapped, String domain) {
        if (unwrapped instanceof ReturnPaths.Refused refused) {
            return new Invalid(refused.reply());
        }
        String original = ((ReturnPaths.Original) unwrapped).address();
        return administrator(domain)
                .<Destination>map(to -> to instanceof Local local
                        ? new Local(local.account(), local.acceptsMail(), List.of(original), true)
                        : to)
                .orElse(new Invalid(UNKNOWN));
    }

    private static Destination destination(AddressResolution resolution) {
        if (resolution instanceof LocalAccount to) {
            return new Local(to.account(), to.acceptsMail(), List.of());
        } else if (resolution instanceof ForwardedAlias alias) {
            return new Local(alias.account(), alias.acceptsMail(), List.of(alias.target()));
        } else if (resolution instanceof RemoteDomain) {
            return new Remote(Optional.empty());
        }
        return new Invalid(resolution instanceof UnknownUser ? UNKNOWN : INVALID);
    }

    /** Returns the destination of the mail to the administrator of a domain. */
    Optional<Destination> administrator(String domain) {
        Optional<Account> first = directory.administrators(domain).stream().findFirst();
        Optional<String> configured = identity.postmaster();
        if (configured.isEmpty()) {
            return first.map(account -> new Local(account, true, List.of()));
        }
        Destination destination = destination(directory.resolve(configured.get()));
        return destination instanceof Remote
                ? first.map(account -> new Local(account, true, List.of(configured.get())))
                : Optional.of(destination);
    }
}
