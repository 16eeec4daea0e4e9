package svc.proto.imap;

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
import svc.api.jmap.JmapProcessor;
import svc.api.json.Json;
import svc.api.lifecycle.Maintenance;
import svc.api.net.connection.Connection;
import svc.api.net.connection.ConnectionService;
import svc.api.net.connection.Session;
import svc.api.net.connection.SignedInConnections;
import svc.api.ratelimit.RateLimiter;
import svc.api.search.SearchIndex;
import svc.api.store.Store;
import svc.api.time.Clock;
import svc.cap.mail.api.AnnotationStore;
import svc.cap.mail.api.MailStore;
import svc.cap.mail.api.UidStore;
import svc.proto.imap.state.MailServices;

/** IMAP for mail clients (RFC 9051, RFC 3501). Thread-safe. */
@Component(service = ConnectionService.class, configurationPid = "svc.imap")
@Designate(ocd = ImapService.Config.class)
public final class ImapService implements ConnectionService {

    /** The longest duration of a TLS handshake after STARTTLS. */
    private static final Duration STARTTLS_HANDSHAKE = Duration.ofSeconds(30);

    /** The longest duration of a TLS handshake on a listener that begins with TLS (TLS-01). */
    private static final Duration TLS_HANDSHAKE = Duration.ofMinutes(2);

    private final Config config;
    private final Front front;

    /** The configuration table {@code [imap]}. */
    @ObjectClassDefinition(id = "svc.imap", name = "IMAP", description = "Reading mail by IMAP")
    public @interface Config {

        @AttributeDefinition(
                description = "Address and port for mail clients that begin TLS by STARTTLS, such as 0.0.0.0:143; empty"
                        + " for none (form: address)",
                required = false)
        String listen() default "";

        @AttributeDefinition(
                description = "Address and port for mail clients that begin with TLS, such as 0.0.0.0:993; empty for"
                        + " none (form: address)",
                required = false)
        String tls_listen() default "";

        @AttributeDefinition(
                description = "Maximum number of connections of an account",
                min = "5",
                max = "1000",
                required = false)
        int max_connections_per_account() default 50;
    }

    @Activate
    @SuppressWarnings("TooManyParameters") // the services of all commands
    public ImapService(
            Config config,
            @Reference Store store,
            @Reference MailStore mail,
            @Reference UidStore uids,
            @Reference AnnotationStore annotations,
            @Reference AccountBlobs blobs,
            @Reference SearchIndex search,
            @Reference JmapProcessor jmap,
            @Reference Json json,
            @Reference Clock clock,
            @Reference Maintenance maintenance,
            @Reference Directory directory,
            @Reference SignIns signIns,
            @Reference SignedInConnections signedIn,
            @Reference RateLimiter limiter,
            @Reference ImapSessions sessions,
            @Reference ImapMetrics metrics) {
        this.config = config;
        this.front = new Front(
                new MailServices(
                        store, directory, mail, uids, annotations, jmap, json, blobs, search, clock, maintenance),
                signIns,
                signedIn,
                limiter,
                sessions,
                metrics,
                config.max_connections_per_account());
    }

    @Override
    public String protocol() {
        return Front.PROTOCOL;
    }

    @Override
    public List<Listener> listeners() {
        return Stream.concat(
                        Listener.configured("imap", "[imap] listen", config.listen(), false, STARTTLS_HANDSHAKE),
                        Listener.configured("imaps", "[imap] tls_listen", config.tls_listen(), true, TLS_HANDSHAKE))
                .toList();
    }

    @Override
    public Session open(Connection connection) {
        return new ImapSession(front, connection);
    }

    @Override
    public String lastWords(Ending ending) {
        return switch (ending) {
            case TOO_MANY_CONNECTIONS -> "* BYE [LIMIT] Too many connections; try again later\r\n";
            case STOPPING -> "* BYE [UNAVAILABLE] The server is stopping; try again later\r\n";
            case TIMEOUT -> "* BYE The connection was idle for too long\r\n";
            case FAILURE -> "* BYE [SERVERBUG] The command failed; the log of the server has the reason\r\n";
        };
    }
}
