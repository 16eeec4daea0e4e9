package svc.mail.out.send;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.MailRoutes;
import svc.api.delivery.SmtpReply;
import svc.mail.out.send.Routes.NoRouteException;
import svc.mail.out.send.Routes.Target;
import svc.mail.out.tls.TlsPolicies;
import svc.mail.out.tls.TlsPolicies.Host;
import svc.mail.out.tls.TlsPolicy;

/** Finds how messages to other servers would be sent now. Thread-safe. */
@Component
public final class CurrentRoutes implements MailRoutes {

    private static final SmtpReply DISABLED =
            new SmtpReply(550, "5.1.2", "The server sends no mail to other servers ([mail.out] enabled).");

    private final SendSettings settings;
    private final Routes routes;
    private final TlsPolicies policies;

    @Activate
    public CurrentRoutes(@Reference SendSettings settings, @Reference Routes routes, @Reference TlsPolicies policies) {
        this.settings = settings;
        this.routes = routes;
        this.policies = policies;
    }

    @Override
    public Route find(String domain) {
        if (!settings.isEnabled()) {
            return new Route(List.of(), Optional.of(DISABLED));
        }
        try {
            List<Target> targets = routes.find(domain);
            return new Route(targets.stream().map(target -> hop(domain, target)).toList(), Optional.empty());
        } catch (NoRouteException e) {
            return new Route(List.of(), Optional.of(e.reply()));
        }
    }

    private Hop hop(String domain, Target target) {
        String policy = target.smarthost().isPresent() ? "smarthost" : policy(domain, target);
        return new Hop(target.name(), target.port(), target.addresses(), policy);
    }

    private String policy(String domain, Target target) {
        try {
            TlsPolicy policy = policies.explain(new Host(domain, target.name(), target.security(), false));
            return switch (policy.type()) {
                case TLSA -> "dane";
                case STS -> "mta-sts";
                case NO_POLICY_FOUND -> "opportunistic";
            };
        } catch (IOException e) {
            return "";
        }
    }
}
