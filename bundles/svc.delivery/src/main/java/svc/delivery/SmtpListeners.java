package svc.delivery;

import static org.osgi.service.component.annotations.ReferenceCardinality.MULTIPLE;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.List;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.net.connection.ConnectionService;

/** The listeners for mail from other servers. Thread-safe. */
@Component(service = SmtpListeners.class)
public final class SmtpListeners {

    private static final String SMTP = "smtp";

    @Reference(cardinality = MULTIPLE, policy = DYNAMIC)
    private volatile List<ConnectionService> protocols = List.of();

    /** Returns whether the configuration names a listener. */
    public boolean areConfigured() {
        return protocols.stream()
                .anyMatch(service ->
                        service.protocol().equals(SMTP) && !service.listeners().isEmpty());
    }
}
