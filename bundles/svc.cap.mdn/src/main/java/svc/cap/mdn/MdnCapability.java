package svc.cap.mdn;

import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.delivery.MailQueue;
import svc.api.jmap.Capability;
import svc.cap.mail.api.MailStore;
import svc.cap.submission.api.Senders;

/** The capability {@code urn:ietf:params:jmap:mdn} (RFC 9007 §1.3). Its session object is empty. */
@Component
public final class MdnCapability implements Capability {

    static final String URN = "urn:ietf:params:jmap:mdn";

    /**
     * Creates the capability. It requires the services that the methods use, so that it is never announced without its
     * methods.
     */
    @Activate
    public MdnCapability(@Reference MailQueue queue, @Reference MailStore mail, @Reference Senders senders) {}

    @Override
    public String urn() {
        return URN;
    }

    /** Returns the mail capability, because an MDN reports on an email and the sharing rights of mail apply. */
    @Override
    public Set<String> sharedWith() {
        return Set.of(MailStore.CAPABILITY);
    }
}
