package svc.cap.mdn;

import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.MailQueue;
import svc.api.jmap.Capability;
import svc.cap.mail.api.MailStore;
import svc.cap.submission.api.Senders;

/** What the session says of disposition notifications (RFC 9007 §1.3): nothing but that they are there. */
@Component
public final class MdnCapability implements Capability {

    static final String URN = "urn:ietf:params:jmap:mdn";

    /** Waits for what sends: no method shall be missing behind the URN. */
    @Activate
    public MdnCapability(@Reference MailQueue queue, @Reference MailStore mail, @Reference Senders senders) {}

    @Override
    public String urn() {
        return URN;
    }

    /** A notification is about a message. */
    @Override
    public Set<String> goesWith() {
        return Set.of(MailStore.CAPABILITY);
    }
}
