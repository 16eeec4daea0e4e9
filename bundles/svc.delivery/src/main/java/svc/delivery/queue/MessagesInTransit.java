package svc.delivery.queue;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.osgi.service.component.annotations.Component;
import svc.api.store.Transaction;

/** The queued messages that transports send now. A message in transit cannot be canceled. Thread-safe. */
@Component(service = MessagesInTransit.class)
public final class MessagesInTransit {

    private final Set<Transit> transits = ConcurrentHashMap.newKeySet();

    private record Transit(long posting, String domain) {}

    /**
     * Adds a message that is sent to a domain. Returns false if the message was canceled before.
     *
     * @param tx a transaction of the sending account, so that the message is not canceled at the same time
     */
    public boolean begin(Transaction tx, long posting, String domain) {
        boolean exists = QueueRows.ofCurrentAccount(tx.sql(), posting).isPresent();
        if (exists) {
            transits.add(new Transit(posting, domain));
        }
        return exists;
    }

    /** Removes a message whose replies have been recorded. */
    public void end(long posting, String domain) {
        transits.remove(new Transit(posting, domain));
    }

    boolean contains(long posting) {
        return transits.stream().anyMatch(transit -> transit.posting() == posting);
    }
}
