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

    /** Takes the reference only to wait for the queue, which sends the responses. */
    @Activate
    public VacationCapability(@Reference MailQueue queue) {}

    @Override
    public String urn() {
        return URN;
    }

    /** Vacation responses answer mail, so the capability needs the one of mail. */
    @Override
    public Set<String> requires() {
        return Set.of(MailStore.CAPABILITY);
    }
}
