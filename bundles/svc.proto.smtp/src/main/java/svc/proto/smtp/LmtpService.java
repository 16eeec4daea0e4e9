package svc.proto.smtp;

import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import svc.api.delivery.MailIntake;
import svc.api.delivery.MailTrace;
import svc.api.lifecycle.Maintenance;
import svc.api.net.connection.Connection;
import svc.api.net.connection.ConnectionService;
import svc.api.net.connection.Session;
import svc.api.net.connection.SignedInConnections;
import svc.api.ratelimit.RateLimiter;
import svc.api.time.Clock;

/** Mail from a server in front of this one (RFC 2033). Thread-safe. */
@Component(service = ConnectionService.class, configurationPid = "svc.lmtp")
@Designate(ocd = LmtpService.Config.class)
public final class LmtpService implements ConnectionService {

    private final Config config;
    private final Front front;

    /** The configuration table {@code [lmtp]}. */
    @ObjectClassDefinition(id = "svc.lmtp", name = "LMTP", description = "Mail from a mail server in front of this one")
    public @interface Config {

        @AttributeDefinition(
                description =
                        "Address and port for LMTP, such as 127.0.0.1:24; empty for none. Only programs of the same"
                                + " machine and the addresses in [security] trusted_ips may use it (form: address)",
                required = false)
        String listen() default "";
    }

    @Activate
    public LmtpService(
            Config config,
            @Reference SmtpSettings settings,
            @Reference MailIntake intake,
            @Reference SignedInConnections signedIn,
            @Reference RateLimiter limiter,
            @Reference SmtpMetrics metrics,
            @Reference MailTrace trace,
            @Reference Clock clock,
            @Reference Maintenance maintenance) {
        this.config = config;
        this.front = new Front(
                Role.LMTP,
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
        return Front.listener("lmtp", "[lmtp] listen", config.listen(), false).toList();
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
