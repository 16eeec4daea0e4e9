package svc.cap.vacationresponse;

import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.MailQueue;
import svc.api.jmap.Capability;

/** What the session says of it (RFC 8621 §1.3.3). */
@Component
public final class VacationCapability implements Capability {

    static final String URN = "urn:ietf:params:jmap:vacationresponse";

    /** Waits for the queue: without it nobody is answered. */
    @Activate
    public VacationCapability(@Reference MailQueue queue) {}

    @Override
    public String urn() {
        return URN;
    }
}
