package svc.mail.domains.publish;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.MailServerName;
import svc.api.http.HttpServerInfo;
import svc.api.net.connection.OpenListeners;
import svc.api.net.connection.OpenListeners.OpenListener;
import svc.mail.domains.proof.MailListeners;

/** The services for mail programs that this server offers, from its open listeners. Thread-safe. */
@Component(service = ClientServices.class)
public final class ClientServices {

    private final MailServerName name;
    private final OpenListeners listeners;

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable HttpServerInfo http;

    @Activate
    public ClientServices(@Reference MailServerName name, @Reference MailListeners listeners) {
        this(name, listeners, null);
    }

    /** Creates services without a framework. */
    ClientServices(MailServerName name, OpenListeners listeners, @Nullable HttpServerInfo http) {
        this.name = name;
        this.listeners = listeners;
        this.http = http;
    }

    /** The protocol of a service, with the names of its listeners without and with TLS from the beginning. */
    public enum Protocol {
        /** Access to mail (RFC 9051). */
        IMAP("imap", "imaps"),
        /** Access to mail (RFC 1939). */
        POP3("pop3", "pop3s"),
        /** Submission of mail (RFC 6409). */
        SMTP("submission", "submissions");

        private final String plain;
        private final String tls;

        Protocol(String plain, String tls) {
            this.plain = plain;
            this.tls = tls;
        }
    }

    /**
     * A service.
     *
     * @param protocol the protocol
     * @param host the name of the server
     * @param port the port
     * @param implicitTls whether a connection begins with TLS; otherwise the client begins TLS by STARTTLS
     */
    public record Service(Protocol protocol, String host, int port, boolean implicitTls) {

        /** Returns the name of the service in SRV records (RFC 6186 §3, RFC 8314 §5.1). */
        String srvName() {
            return implicitTls ? protocol.tls : protocol.plain;
        }
    }

    /** Returns the services by protocol; of one protocol, those with TLS from the beginning first. */
    public List<Service> all() {
        String host = name.hostname();
        return listeners.listeners().stream()
                .flatMap(listener -> service(listener, host).stream())
                .sorted(Comparator.comparing(Service::protocol)
                        .thenComparing(service -> !service.implicitTls())
                        .thenComparing(Service::port))
                .distinct()
                .toList();
    }

    private static Optional<Service> service(OpenListener listener, String host) {
        return Arrays.stream(Protocol.values())
                .filter(one -> one.plain.equals(listener.name()) || one.tls.equals(listener.name()))
                .findFirst()
                .map(one -> new Service(one, host, listener.address().port(), listener.implicitTls()));
    }

    /** Returns the URL by which clients reach this server for JMAP. Clients only use HTTPS (RFC 8620 §2.2). */
    Optional<String> httpsUrl() {
        HttpServerInfo info = http;
        return info == null ? Optional.empty() : info.publicUrl().filter(url -> url.startsWith("https://"));
    }
}
