package svc.proto.pop3;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.Designate;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;
import svc.api.blob.AccountBlobs;
import svc.api.identity.Directory;
import svc.api.identity.SignIns;
import svc.api.lifecycle.Maintenance;
import svc.api.net.connection.Connection;
import svc.api.net.connection.ConnectionService;
import svc.api.net.connection.Session;
import svc.api.net.connection.SignedInConnections;
import svc.api.ratelimit.RateLimiter;
import svc.api.store.Store;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.UidStore;

/** POP3 for mail clients (RFC 1939). Thread-safe. */
@Component(service = ConnectionService.class, configurationPid = "svc.pop3")
@Designate(ocd = Pop3Service.Config.class)
public final class Pop3Service implements ConnectionService {

    /** The longest duration of a TLS handshake after STLS. */
    private static final Duration STLS_HANDSHAKE = Duration.ofSeconds(30);

    /** The longest duration of a TLS handshake on a listener that begins with TLS. */
    private static final Duration TLS_HANDSHAKE = Duration.ofMinutes(2);

    private final Config config;
    private final Front front;

    /** The configuration table {@code [pop3]}. */
    @ObjectClassDefinition(id = "svc.pop3", name = "POP3", description = "Reading the inbox by POP3")
    public @interface Config {

        @AttributeDefinition(
                description = "Address and port for mail clients that begin TLS by STLS, such as 0.0.0.0:110; empty for"
                        + " none (form: address)",
                required = false)
        String listen() default "";

        @AttributeDefinition(
                description = "Address and port for mail clients that begin with TLS, such as 0.0.0.0:995; empty for"
                        + " none (form: address)",
                required = false)
        String tls_listen() default "";
    }

    @Activate
    @SuppressWarnings("TooManyParameters") // the services of all commands
    public Pop3Service(
            Config config,
            @Reference Store store,
            @Reference Directory directory,
            @Reference MailStore mail,
            @Reference UidStore uids,
            @Reference AccountBlobs blobs,
            @Reference SignIns signIns,
            @Reference SignedInConnections signedIn,
            @Reference RateLimiter limiter,
            @Reference MaildropLocks locks,
            @Reference Pop3Metrics metrics,
            @Reference Maintenance maintenance) {
        this.config = config;
        this.front =
                new Front(store, directory, mail, uids, blobs, signIns, signedIn, limiter, locks, metrics, maintenance);
    }

    @Override
    public String protocol() {
        return Front.PROTOCOL;
    }

    @Override
    public List<Listener> listeners() {
        return Stream.concat(
                        Listener.configured("pop3", "[pop3] listen", config.listen(), false, STLS_HANDSHAKE),
                        Listener.configured("pop3s", "[pop3] tls_listen", config.tls_listen(), true, TLS_HANDSHAKE))
                .toList();
    }

    @Override
    public Session open(Connection connection) {
        return new Pop3Session(front, connection);
    }

    @Override
    public String lastWords(Ending ending) {
        return switch (ending) {
            case TOO_MANY_CONNECTIONS -> "-ERR [SYS/TEMP] Too many connections; try again later\r\n";
            case STOPPING -> "-ERR [SYS/TEMP] The server is stopping; try again later\r\n";
            case TIMEOUT -> "";
            case FAILURE -> "-ERR [SYS/TEMP] The command failed; the log of the server has the reason\r\n";
        };
    }
}
