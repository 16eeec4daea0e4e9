package svc.proto.smtp;

import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.MailIntake;
import svc.api.delivery.MailTrace;
import svc.api.lifecycle.Maintenance;
import svc.api.net.connection.Connection;
import svc.api.net.connection.ConnectionService;
import svc.api.net.connection.Session;
import svc.api.net.connection.SignedInConnections;
import svc.api.ratelimit.RateLimiter;
import svc.api.time.Clock;

/** Mail from other servers for the accounts of this server. Thread-safe. */
@Component
public final class SmtpService implements ConnectionService {

    private final Front front;

    @Activate
    public SmtpService(
            @Reference SmtpSettings settings,
            @Reference MailIntake intake,
            @Reference SignedInConnections signedIn,
            @Reference RateLimiter limiter,
            @Reference SmtpMetrics metrics,
            @Reference MailTrace trace,
            @Reference Clock clock,
            @Reference Maintenance maintenance) {
        this.front = new Front(
                Role.RELAY,
                settings,
                new IntakeDestination(intake),
                Optional.empty(),
                signedIn,
                limiter,
                metrics,
                trace,
                clock,
                maintenance);
    }

    @Override
    public String protocol() {
        return front.role().protocol();
    }

    @Override
    public List<Listener> listeners() {
        return Front.listener("smtp", "[smtp] listen", front.settings().listen(), false)
                .toList();
    }

    @Override
    public Session open(Connection connection) {
        return new SmtpSession(front, connection);
    }

    @Override
    public String lastWords(Ending ending) {
        return Front.lastWords(ending);
    }
}
