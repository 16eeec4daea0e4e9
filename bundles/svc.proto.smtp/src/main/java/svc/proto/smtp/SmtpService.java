package svc.proto.smtp;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.MailIntake;
import svc.api.net.ListenAddress;
import svc.api.net.connection.Connection;
import svc.api.net.connection.ConnectionService;
import svc.api.net.connection.Session;
import svc.api.ratelimit.RateLimiter;
import svc.api.time.Clock;

/** Mail from other servers for the accounts of this server. Thread-safe. */
@Component
public final class SmtpService implements ConnectionService {

    /** The longest duration of a TLS handshake. */
    static final Duration HANDSHAKE = Duration.ofSeconds(30);

    private final Front front;

    @Activate
    public SmtpService(
            @Reference SmtpSettings settings,
            @Reference MailIntake intake,
            @Reference SignedInSessions signedIn,
            @Reference RateLimiter limiter,
            @Reference SmtpMetrics metrics,
            @Reference Clock clock) {
        this.front = new Front(
                Role.RELAY,
                settings,
                new IntakeDestination(intake),
                Optional.empty(),
                signedIn,
                limiter,
                metrics,
                clock);
    }

    @Override
    public String protocol() {
        return front.role().protocol();
    }

    @Override
    public List<Listener> listeners() {
        return listeners("smtp", "[smtp] listen", front.settings().listen(), false);
    }

    /** Returns the listener with this address; none if the address is empty. */
    static List<Listener> listeners(String name, String key, String address, boolean implicitTls) {
        return ListenAddress.parse(key, address)
                .map(parsed -> new Listener(name, key, parsed, implicitTls, HANDSHAKE))
                .stream()
                .toList();
    }

    @Override
    public Session open(Connection connection) {
        return new SmtpSession(front, connection);
    }

    @Override
    public String lastWords(Ending ending) {
        return lastWordsOf(ending);
    }

    /** Returns the last words of all services of this bundle. */
    static String lastWordsOf(Ending ending) {
        Refusal refusal = switch (ending) {
            case TOO_MANY_CONNECTIONS -> Refusal.TOO_MANY_CONNECTIONS;
            case STOPPING -> Refusal.STOPPING;
            case TIMEOUT -> Refusal.IDLE;
            case FAILURE -> Refusal.FAILURE;
        };
        return Dialogue.line(refusal.reply());
    }
}
