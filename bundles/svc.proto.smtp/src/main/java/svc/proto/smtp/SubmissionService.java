package svc.proto.smtp;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import svc.api.delivery.MailTrace;
import svc.api.identity.SignIns;
import svc.api.lifecycle.Maintenance;
import svc.api.net.connection.Connection;
import svc.api.net.connection.ConnectionService;
import svc.api.net.connection.Session;
import svc.api.net.connection.SignedInConnections;
import svc.api.ratelimit.RateLimiter;
import svc.api.time.Clock;
import svc.cap.submission.api.Outbox;

/** Mail from signed-in clients (RFC 6409). Thread-safe. */
@Component(service = ConnectionService.class, configurationPid = "svc.submission")
@Designate(ocd = SubmissionService.Config.class)
public final class SubmissionService implements ConnectionService {

    private final Config config;
    private final Front front;

    /** The keys of the configuration table {@code [submission]} with the addresses of listeners. */
    @ObjectClassDefinition(
            id = "svc.submission",
            name = "Submission",
            description = "Sending mail, by JMAP and by SMTP")
    public @interface Config {

        @AttributeDefinition(
                description = "Address and port for mail clients that begin TLS by STARTTLS, such as 0.0.0.0:587; empty"
                        + " for none (form: address)",
                required = false)
        String listen() default "";

        @AttributeDefinition(
                description = "Address and port for mail clients that begin with TLS, such as 0.0.0.0:465; empty for"
                        + " none (form: address)",
                required = false)
        String tls_listen() default "";
    }

    @Activate
    public SubmissionService(
            Config config,
            @Reference SmtpSettings settings,
            @Reference Outbox outbox,
            @Reference SignIns signIns,
            @Reference SignedInConnections signedIn,
            @Reference RateLimiter limiter,
            @Reference SmtpMetrics metrics,
            @Reference MailTrace trace,
            @Reference Clock clock,
            @Reference Maintenance maintenance) {
        this.config = config;
        this.front = new Front(
                Role.SUBMISSION,
                settings,
                new OutboxDestination(outbox),
                Optional.of(signIns),
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
        return Stream.concat(
                        Front.listener("submission", "[submission] listen", config.listen(), false),
                        Front.listener("submissions", "[submission] tls_listen", config.tls_listen(), true))
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
