package svc.mail.out.send;

import java.util.List;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.MailServerName;
import svc.api.health.Finding;
import svc.api.health.HealthCheck;

/** Health check: other mail servers can be reached. It looks at the attempts to send messages and opens no connection. */
@Component
public final class SendingHealthCheck implements HealthCheck {

    private static final String NAME = "mail-out";

    /** A provider that blocks port 25 lets no attempt succeed, whatever the domain. */
    private static final int SUSPICIOUS = 10;

    private final SendSettings settings;
    private final SendMetrics metrics;
    private final MailServerName self;

    @Activate
    public SendingHealthCheck(
            @Reference SendSettings settings, @Reference SendMetrics metrics, @Reference MailServerName self) {
        this.settings = settings;
        this.metrics = metrics;
        this.self = self;
    }

    @Override
    public String family() {
        return "mail";
    }

    @Override
    public List<String> checks() {
        return List.of(NAME);
    }

    @Override
    public List<Finding> run() {
        return List.of(finding());
    }

    private Finding finding() {
        if (!settings.isEnabled()) {
            return Finding.skipped(NAME, "The server sends no mail to other servers ([mail.out] enabled).");
        } else if (metrics.unreachable() >= SUSPICIOUS) {
            return Finding.warn(
                    NAME,
                    "No mail server could be reached in the last " + metrics.unreachable() + " attempts.",
                    "Check DNS, and whether the network lets connections to port " + settings.port()
                            + " out. If it does not, set [mail.out] smarthost.");
        } else if (!self.hostname().contains(".")) {
            return Finding.warn(
                    NAME,
                    "The server introduces itself as " + self.hostname() + ", which other mail servers refuse.",
                    "Set [mail] hostname to a name that DNS knows.");
        }
        return Finding.ok(NAME, "Mail to other servers is sent as " + self.hostname() + ".");
    }
}
