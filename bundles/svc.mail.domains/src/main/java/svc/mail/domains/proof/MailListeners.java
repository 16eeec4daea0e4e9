package svc.mail.domains.proof;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.List;
import java.util.OptionalInt;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.net.connection.ConnectionService;

/** The listeners of mail protocols. Thread-safe. */
@Component(service = MailListeners.class)
public final class MailListeners {

    private static final String SMTP = "smtp";

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<ConnectionService> protocols = List.of();

    /** Returns whether the server accepts mail from other servers. */
    public boolean acceptsMail() {
        return port(SMTP).isPresent();
    }

    /** Returns the port of a listener, such as {@code submissions}; empty if the configuration names none. */
    public OptionalInt port(String name) {
        return protocols.stream()
                .flatMap(service -> service.listeners().stream())
                .filter(listener -> listener.name().equals(name))
                .mapToInt(listener -> listener.address().port())
                .findFirst();
    }
}
