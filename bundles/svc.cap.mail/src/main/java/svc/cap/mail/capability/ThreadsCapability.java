package svc.cap.mail.capability;

import java.util.Set;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Reference;
import svc.api.blob.AccountBlobs;
import svc.api.jmap.Capability;
import svc.api.store.Store;

/**
 * The capability of {@code Thread/query} and {@code Thread/merge} (V2-02). Access to the mail of an account includes
 * this capability.
 */
@Component
public final class ThreadsCapability implements Capability {

    public static final String URN = "urn:svc:params:jmap:v2:threads";

    /** Creates the capability. The references only delay it until the services that the methods need are available. */
    @Activate
    public ThreadsCapability(@Reference AccountBlobs blobs, @Reference Store store) {}

    @Override
    public String urn() {
        return URN;
    }

    @Override
    public Set<String> sharedWith() {
        return Set.of(MailCapability.URN, MailV2Capability.URN);
    }
}
