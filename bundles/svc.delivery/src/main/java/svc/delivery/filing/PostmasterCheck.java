package svc.delivery.filing;

import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;
import svc.delivery.ServerIdentity;
import svc.delivery.SmtpListeners;
import svc.delivery.filing.Destination.Local;

/** Warns if mail from outside is accepted, and mail to the postmaster leads to no account. */
@Component
public final class PostmasterCheck implements HealthCheck {

    private final SmtpListeners listeners;
    private final Recipients recipients;
    private final ServerIdentity identity;

    @Activate
    public PostmasterCheck(
            @Reference SmtpListeners listeners, @Reference Recipients recipients, @Reference ServerIdentity identity) {
        this.listeners = listeners;
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
                listeners.areConfigured()
                        ? finding()
                        : Finding.skipped(Recipients.NAME, "The server accepts no mail from other servers."));
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
