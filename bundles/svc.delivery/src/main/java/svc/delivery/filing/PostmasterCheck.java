package svc.delivery.filing;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.api.net.connection.ConnectionService;
import svc.delivery.ServerIdentity;
import svc.delivery.filing.Destination.Local;

/** Warns if mail from outside is accepted, and mail to the postmaster leads to no account. */
@Component
public final class PostmasterCheck implements HealthCheck {

    private static final String SMTP = "smtp";

    private final Recipients recipients;
    private final ServerIdentity identity;

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<ConnectionService> protocols = List.of();

    @Activate
    public PostmasterCheck(@Reference Recipients recipients, @Reference ServerIdentity identity) {
        this.recipients = recipients;
        this.identity = identity;
    }

    @Override
    public String family() {
        return "mail";
    }

    @Override
    public List<String> checks() {
        return List.of(Recipients.NAME);
    }

    @Override
    public List<Finding> run() {
        return List.of(
                protocols.stream().anyMatch(service -> service.protocol().equals(SMTP))
                        ? finding()
                        : Finding.skipped(Recipients.NAME, "The server accepts no mail from outside."));
    }

    private Finding finding() {
        Optional<Destination> destination = recipients.administrator(identity.hostname());
        return destination.isPresent() && destination.get() instanceof Local to
                ? Finding.ok(
                        Recipients.NAME,
                        "Mail to postmaster and abuse goes to "
                                + identity.postmaster().orElse(to.account().email()) + ".")
                : Finding.warn(
                        Recipients.NAME,
                        "Mail to postmaster and abuse cannot be delivered.",
                        "Set [mail] postmaster to the address of an account, or appoint an operator with"
                                + " `svc operator grant`.");
    }
}
