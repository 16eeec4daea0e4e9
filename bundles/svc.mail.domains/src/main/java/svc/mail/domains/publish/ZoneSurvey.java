package svc.mail.domains.publish;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.mail.domains.proof.MailListeners;

/** The problems that the periodic checks found in the zones of domains. Thread-safe. */
@Component(service = ZoneSurvey.class)
public final class ZoneSurvey {

    private final ZoneLines lines;
    private final MailListeners listeners;
    private final Map<String, List<ZoneLine>> problems = new TreeMap<>();
    private boolean isBegun;

    @Activate
    public ZoneSurvey(@Reference ZoneLines lines, @Reference MailListeners listeners) {
        this.lines = lines;
        this.listeners = listeners;
    }

    /** Forgets the problems of other domains. */
    public synchronized void retain(Set<String> domains) {
        problems.keySet().retainAll(domains);
    }

    /** Compares the zone of a domain with what it should publish, if the server accepts mail from other servers. */
    public void visit(String domain) {
        if (listeners.acceptsMail()) {
            put(domain, lines.of(domain).stream().filter(ZoneLine::isProblem).toList());
        }
    }

    private synchronized void put(String domain, List<ZoneLine> found) {
        isBegun = true;
        if (found.isEmpty()) {
            problems.remove(domain);
        } else {
            problems.put(domain, found);
        }
    }

    /** Returns whether a domain was visited since the start. */
    synchronized boolean isBegun() {
        return isBegun;
    }

    /** Returns the lines with problems, by domain. */
    synchronized Map<String, List<ZoneLine>> problems() {
        return new TreeMap<>(problems);
    }
}
