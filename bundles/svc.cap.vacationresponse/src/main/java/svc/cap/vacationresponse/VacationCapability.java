package svc.cap.vacationresponse;

import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.MailQueue;
import svc.api.jmap.Capability;
import svc.cap.mail.api.MailStore;

/** The vacation response capability (RFC 8621 §1.3.3). */
@Component
public final class VacationCapability implements Capability {

    static final String URN = "urn:ietf:params:jmap:vacationresponse";

    /**
     * Creates the capability. The reference only delays the capability until the queue is available, because the queue
     * sends the responses.
     */
    @Activate
    public VacationCapability(@Reference MailQueue queue) {}

    @Override
    public String urn() {
        return URN;
    }

    /** Returns the mail capability, because vacation responses are responses to mail. */
    @Override
    public Set<String> requires() {
        return Set.of(MailStore.CAPABILITY);
    }
}
