package svc.mail.domains.proof;

import static org.osgi.service.component.annotations.ReferenceCardinality.OPTIONAL;
import static org.osgi.service.component.annotations.ReferencePolicy.DYNAMIC;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.net.connection.OpenListeners;

/** The open listeners of mail protocols. Thread-safe. */
@Component(service = MailListeners.class)
public final class MailListeners implements OpenListeners {

    private static final String SMTP = "smtp";

    @Reference(cardinality = OPTIONAL, policy = DYNAMIC)
    private volatile @Nullable OpenListeners open;

    /** Returns whether the server accepts mail from other servers. */
    public boolean acceptsMail() {
        return listeners().stream().anyMatch(listener -> listener.name().equals(SMTP));
    }

    @Override
    public List<OpenListener> listeners() {
        OpenListeners all = open;
        return all == null ? List.of() : all.listeners();
    }
}
